import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { DemoMailLink } from '#app/ui/demo-mail.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { accountFormProblemToast } from '../model.ts'
import { authTabPath } from './auth-path.ts'
import './auth.css'

interface LoginFormProps {
  answer: (FormRefusal & { resend?: ResendProps }) | undefined
  returnTo: string
}

/** The login tab. */
export function LoginForm({ answer, returnTo }: LoginFormProps) {
  const form = useSchemaForm({
    id: 'login',
    loadSchema: () => import('../form-schema.ts').then(({ signInSchema }) => signInSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  const { busy, once } = useSingleSubmit('login')
  return (
    <>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="login" />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <div className="auth-password">
          <PasswordField
            {...form.secretField('password')}
            label="Password"
            autoComplete="current-password"
            answer={answer}
            required
          />
          <Link to={authTabPath('forgot', returnTo)}>Forgot your password?</Link>
        </div>
        <SubmitButton size="large" busy={busy} busyLabel="Logging in...">
          Log in
        </SubmitButton>
      </Form>
      {answer?.resend && <ResendConfirmation {...answer.resend} />}
      <p className="auth-more">
        New here? <Link to={authTabPath('register', returnTo)}>Register, it is free</Link>
      </p>
    </>
  )
}

interface ResendProps {
  email: string
  proof: string
}

/** Offers to send the confirmation email again, after every login that failed; below the form, as most have only mistyped. */
function ResendConfirmation({ email, proof }: ResendProps) {
  const { busy, once } = useSingleSubmit('resend')
  return (
    <Notice tone="waiting">
      <p>Have you just registered? Follow the link in our email first. Nothing there? Check your junk folder.</p>
      <DemoMailLink />
      <Form method="post" onSubmit={once(() => undefined)}>
        <FormNameField value="resend" />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="resend" value={proof} />
        <Button kind="secondary" size="small" type="submit" {...(busy && { 'aria-disabled': true, 'aria-busy': true })}>
          Send the email again
        </Button>
      </Form>
    </Notice>
  )
}
