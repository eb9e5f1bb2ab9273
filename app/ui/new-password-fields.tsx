import { PasswordField } from './password-field.tsx'
import type { FormRefusal, SchemaFormState } from './schema-form.ts'

interface NewPasswordFieldsProps {
  form: Pick<SchemaFormState, 'secretField'>
  answer: FormRefusal | undefined
  /** The name of the password field; the second one is always `confirmPassword`. */
  name: string
  label: string
  repeatLabel: string
  /** The minimum length. */
  minimum: number
}

/** A new password and its repetition. */
export function NewPasswordFields({ form, answer, name, label, repeatLabel, minimum }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...form.secretField(name)}
        label={label}
        hint={`At least ${minimum} characters.`}
        autoComplete="new-password"
        answer={answer}
        required
      />
      <PasswordField
        {...form.secretField('confirmPassword')}
        label={repeatLabel}
        autoComplete="new-password"
        answer={answer}
        required
      />
    </>
  )
}
