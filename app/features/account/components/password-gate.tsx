import type { FormName } from '#app/lib/form-names.ts'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { accountFormProblemToast } from '../model.ts'

interface PasswordGateProps {
  /** The name of the form, and the prefix of its fields' ids. */
  name: FormName
  answer: FormRefusal | undefined
  submit: string
  busy: string
  kind?: 'primary' | 'secondary' | 'danger'
}

/** Asks for the password again before an important change. */
export function ConfirmCurrentPasswordForm({ name, answer, submit, busy, kind = 'secondary' }: PasswordGateProps) {
  const form = useSchemaForm({
    id: name,
    loadSchema: () => import('../form-schema.ts').then(({ currentPasswordSchema: passwordSchema }) => passwordSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame name={name} form={form} answer={answer} submit={submit} busy={busy} kind={kind}>
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
