import { formatLongDateTime } from '#app/lib/dates.ts'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { staffLabelOfVerificationBasis } from '../basis-rules.ts'
import { verificationFormInvalidToast, type WaitingVerificationBasisRecord } from '../model.ts'
import type { nonDocumentEvidenceSchema, retroactiveVerificationBasisSchema } from '../records/form-schema.ts'
import './case.css'

interface SeenFormProps {
  name: 'record-seen' | 'settle-record'
  loadSchema: () => Promise<typeof nonDocumentEvidenceSchema | typeof retroactiveVerificationBasisSchema>
  legend: string
  /** What can be chosen, each with its label. */
  choices: [value: string, label: string][]
  hint: string
  isNoteRequired: boolean
  kind: 'primary' | 'secondary'
  answer: FormRefusal | undefined
}

/** A form for what somebody saw, with a note. */
export function VerificationBasisRecordForm(props: SeenFormProps) {
  const { name, loadSchema, legend, choices, hint, isNoteRequired, kind, answer } = props
  const form = useSchemaForm({
    id: name,
    loadSchema,
    lastResult: answer?.result,
    onInvalid: verificationFormInvalidToast,
  })
  const seen = form.field('seen')
  return (
    <FormFrame name={name} form={form} answer={answer} submit="Record it" busy="Recording..." kind={kind}>
      <fieldset className={seen.error ? 'field-bad reasons' : 'reasons'}>
        <legend className="label">{legend}</legend>
        {seen.error && <p className="error">{seen.error}</p>}
        {choices.map(([value, label], index) => (
          <label key={value} className="check radio">
            <input
              type="radio"
              name="seen"
              value={value}
              defaultChecked={seen.defaultValue === value}
              {...(index === 0 && { id: seen.id })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <LongTextField
        {...form.field('note')}
        label="Your note"
        hint={`${hint} For staff. The member gets it if they ask for a copy of their data.`}
        rows={3}
        required={isNoteRequired}
      />
    </FormFrame>
  )
}

/** What somebody saw instead of documents, and when they recorded it. */
export function VerificationBasisRecordSummary({
  record: { basis, words, recordedAt, by, isOwn },
}: {
  record: WaitingVerificationBasisRecord
}) {
  return (
    <>
      <p>
        <strong>{staffLabelOfVerificationBasis(basis)}</strong>
      </p>
      <p className="muted">
        {isOwn ? 'You recorded it' : `${by ?? 'Someone who has left'} recorded it`} on {formatLongDateTime(recordedAt)}.
      </p>
      {words && <p className="prose-lines case-words">{words}</p>}
    </>
  )
}
