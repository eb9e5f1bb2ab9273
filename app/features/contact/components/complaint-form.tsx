import { accountFormProblemToast, type FormSenderPrefill } from '#app/features/account/model.ts'
import { LongTextField, SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { HoneypotField } from '#app/ui/unseen-field.tsx'
import { dataProtectionComplaintSubjectLabels } from '../model.ts'

interface ComplaintFormProps {
  /** The signed-in member; null for a visitor. */
  known: FormSenderPrefill | null
  answer: FormRefusal | undefined
}

const id = 'complaint'

/** The form for complaints about data protection. */
export function DataProtectionComplaintForm({ known, answer }: ComplaintFormProps) {
  const form = useSchemaForm({
    id,
    loadSchema: () =>
      import('../form-schema.ts').then(({ dataProtectionComplaintSchema }) => dataProtectionComplaintSchema),
    lastResult: answer?.result,
    defaultValue: { name: known?.name, email: known?.email },
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame name={id} form={form} answer={answer} submit="Send complaint" busy="Sending...">
      <HoneypotField id={id} />
      <div className="two-fields">
        <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
      </div>
      <SelectField {...form.field('subject')} label="What is it about?" required>
        <option value="">Choose one</option>
        {Object.entries(dataProtectionComplaintSubjectLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <LongTextField
        {...form.field('message')}
        label="Your complaint"
        hint="What happened, when, and what would put it right."
        rows={8}
        required
      />
    </FormFrame>
  )
}
