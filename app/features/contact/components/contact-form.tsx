import { accountFormProblemToast, type FormSenderPrefill } from '#app/features/account/model.ts'
import { LongTextField, SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { HoneypotField } from '#app/ui/unseen-field.tsx'
import { contactMailboxLabels } from '../model.ts'

interface ContactFormProps {
  /** The signed-in member; null for a visitor. */
  known: FormSenderPrefill | null
  answer: FormRefusal | undefined
}

const id = 'contact'

/** The contact form. */
export function ContactForm({ known, answer }: ContactFormProps) {
  const form = useSchemaForm({
    id,
    loadSchema: () => import('../form-schema.ts').then(({ contactMessageSchema: contactSchema }) => contactSchema),
    lastResult: answer?.result,
    defaultValue: { name: known?.name, email: known?.email },
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame name={id} form={form} answer={answer} submit="Send message" busy="Sending...">
      <HoneypotField id={id} />
      <div className="two-fields">
        <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
      </div>
      <SelectField {...form.field('mailbox')} label="What is it about?" required>
        <option value="">Choose one</option>
        {Object.entries(contactMailboxLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <LongTextField {...form.field('message')} label="Message" rows={6} required />
    </FormFrame>
  )
}
