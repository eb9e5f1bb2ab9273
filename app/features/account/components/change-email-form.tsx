import { TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { accountFormProblemToast } from '../model.ts'

/** Changes the sign-in address. It takes effect once the link sent there is followed. */
export function ChangeEmailForm({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'change-address',
    loadSchema: () => import('../form-schema.ts').then(({ changeEmailSchema }) => changeEmailSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame
      name="change-address"
      form={form}
      answer={answer}
      submit="Send confirmation link"
      busy="Sending..."
      kind="secondary"
    >
      <TextField {...form.field('newEmail')} label="New email address" type="email" autoComplete="email" required />
      <PasswordField
        {...form.secretField('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        answer={answer}
        required
      />
    </FormFrame>
  )
}
