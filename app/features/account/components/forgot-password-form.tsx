import { Form, Link } from 'react-router'
import { TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { accountFormProblemToast } from '../model.ts'
import { authTabPath } from './auth-path.ts'

/** Requests a link to choose a new password. */
export function ForgotPasswordForm({ answer, returnTo }: { answer: FormRefusal | undefined; returnTo: string }) {
  const form = useSchemaForm({
    id: 'forgot',
    loadSchema: () =>
      import('../form-schema.ts').then(({ requestPasswordResetSchema: requestResetSchema }) => requestResetSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  const { busy, once } = useSingleSubmit('forgot')
  return (
    <>
      <p className="lead">
        Tell us the email address you log in with, and we will send you a link to choose a new one.
      </p>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="forgot" />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <SubmitButton size="large" busy={busy} busyLabel="Sending...">
          Send reset link
        </SubmitButton>
      </Form>
      <p className="auth-more">
        <Link to={authTabPath('login', returnTo)}>Back to log in</Link>
      </p>
    </>
  )
}
