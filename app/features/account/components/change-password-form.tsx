import { FormFrame } from '#app/ui/form-frame.tsx'
import { NewPasswordFields } from '#app/ui/new-password-fields.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { newPasswordProblemToast, passwordLengthLimits } from '../model.ts'

/** Changes the password, after asking for the current one. */
export function ChangePasswordForm({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'change-password',
    loadSchema: () => import('../form-schema.ts').then(({ changePasswordSchema }) => changePasswordSchema),
    lastResult: answer?.result,
    onInvalid: newPasswordProblemToast,
  })
  return (
    <FormFrame name="change-password" form={form} answer={answer} submit="Change password" busy="Changing password...">
      <PasswordField
        {...form.secretField('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        answer={answer}
        required
      />
      <NewPasswordFields
        form={form}
        answer={answer}
        name="newPassword"
        label="New password"
        repeatLabel="Repeat new password"
        minimum={passwordLengthLimits.min}
      />
    </FormFrame>
  )
}
