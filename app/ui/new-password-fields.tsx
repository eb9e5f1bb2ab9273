import { PasswordField } from './password-field.tsx'
import type { FormAnswer, SchemaForm } from './schema-form.ts'

interface NewPasswordFieldsProps {
  form: Pick<SchemaForm, 'secretField'>
  answer: FormAnswer | undefined
  /** Name of the field of the password; the second one's is always `confirmPassword`. */
  name: string
  label: string
  repeatLabel: string
  /** Characters at least. */
  minimum: number
}

/** A password being chosen, twice. */
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
