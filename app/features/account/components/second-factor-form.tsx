import { Form, Link } from 'react-router'
import { TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { accountFormProblemToast } from '../model.ts'
import { authTabPath } from './auth-path.ts'

/** The second step of signing in, for members with two-factor authentication. */
export function SecondFactorForm({ answer, returnTo }: { answer: FormRefusal | undefined; returnTo: string }) {
  const form = useSchemaForm({
    id: 'code',
    loadSchema: () =>
      import('../form-schema.ts').then(({ secondFactorCodeSchema: secondFactorSchema }) => secondFactorSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  const { busy, once } = useSingleSubmit('code')
  return (
    <>
      <p className="lead">Enter the 6 digits shown in your authenticator app, or one of your recovery codes.</p>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="code" />
        <TextField
          {...form.secretField('code')}
          type="text"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <SubmitButton size="large" busy={busy} busyLabel="Logging in...">
          Log in
        </SubmitButton>
      </Form>
      <p className="auth-more">
        <Link to={authTabPath('login', returnTo)}>Log in as someone else</Link>
      </p>
    </>
  )
}
