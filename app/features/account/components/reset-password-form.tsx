import { Form, href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { NewPasswordFields } from '#app/ui/new-password-fields.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { accountFormProblemToast, passwordLengthLimits } from '../model.ts'
import { authTabPath } from './auth-path.ts'

/** The form for a new password after a reset link. */
export function ResetPasswordForm({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'reset',
    loadSchema: () => import('../form-schema.ts').then(({ resetPasswordSchema }) => resetPasswordSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  const { busy, once } = useSingleSubmit('reset')
  return (
    <>
      <p className="lead">You will be signed out on every device.</p>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="reset" />
        <NewPasswordFields
          form={form}
          answer={answer}
          name="newPassword"
          label="New password"
          repeatLabel="Repeat new password"
          minimum={passwordLengthLimits.min}
        />
        <SubmitButton size="large" busy={busy} busyLabel="Changing password...">
          Change password
        </SubmitButton>
      </Form>
    </>
  )
}

/** Shown instead of the form if the link is no longer valid. */
export function ExpiredPasswordResetLinkNotice() {
  return (
    <>
      <p className="lead">
        A link to choose a new password works once and for 1 hour. Ask for a new link, and use the newest email.
      </p>
      <p className="mt-6">
        <LinkButton to={authTabPath('forgot', href('/'))}>Send a new link</LinkButton>
      </p>
    </>
  )
}
