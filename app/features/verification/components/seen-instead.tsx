import { formatDateTime } from '#app/lib/dates.ts'
import { LongTextField } from '#app/ui/field.tsx'
import { ButtonForm, FormFrame } from '#app/ui/form-frame.tsx'
import { type FormAnswer, useSchemaForm } from '#app/ui/schema-form.ts'
import { seenInstead, seenInsteadLabels } from '../rules.ts'
import { explainForm, type RecordView } from '../schema.ts'
import './case.css'

interface SeenInsteadFormProps {
  /** Whether an appeal can be upheld by what an earlier approval rested on. */
  canUphold: boolean
  answer: FormAnswer | undefined
}

/** Records what a reviewer saw instead of documents, for a second person to confirm. */
export function SeenInsteadForm({ canUphold, answer }: SeenInsteadFormProps) {
  const form = useSchemaForm({
    id: 'record-seen',
    loadSchema: () => import('../decisions/form-schema.ts').then(({ recordSchema }) => recordSchema),
    lastResult: answer?.result,
    onInvalid: explainForm,
  })
  const seen = form.field('seen')
  const offered = seenInstead.filter((each) => each !== 'appeal-upheld' || canUphold)
  return (
    <details className="disclosure" id="seen-instead" open={answer !== undefined}>
      <summary>You saw something other than documents</summary>
      <p>
        Record what you saw. The case then goes back to the queue, and somebody else confirms your record, rejects the
        case or asks for more. Where nobody else can, an admin confirms it alone. A telephone call alone is not enough.
      </p>
      <FormFrame name="record-seen" form={form} answer={answer} submit="Record it" busy="Recording..." kind="secondary">
        <fieldset className={seen.error ? 'field-bad reasons' : 'reasons'}>
          <legend className="label">What you saw</legend>
          {seen.error && <p className="error">{seen.error}</p>}
          {offered.map((value, index) => (
            <label key={value} className="check radio">
              <input
                type="radio"
                name="seen"
                value={value}
                defaultChecked={seen.defaultValue === value}
                {...(index === 0 && { id: seen.id })}
              />
              <span>{seenInsteadLabels[value]}</span>
            </label>
          ))}
        </fieldset>
        <LongTextField
          {...form.field('note')}
          label="Your note"
          hint="What you saw, when, and who showed it. For staff. The member gets it if they ask for a copy of their data."
          rows={3}
          required
        />
      </FormFrame>
    </details>
  )
}

/** What somebody saw instead of documents, for whoever confirms it. */
export function WaitingRecord({ record }: { record: RecordView }) {
  const { basis, words, recordedAt, by, isOwn } = record
  return (
    <section aria-labelledby="record">
      <h2 id="record">What was seen</h2>
      <p>
        <strong>
          {basis in seenInsteadLabels ? seenInsteadLabels[basis as keyof typeof seenInsteadLabels] : basis}
        </strong>
      </p>
      <p className="muted">
        {isOwn ? 'You recorded it' : `${by ?? 'A reviewer'} recorded it`} on {formatDateTime(recordedAt)}.
      </p>
      {words && <p className="prose-lines case-words">{words}</p>}
      {isOwn ? (
        <>
          <p>
            As nobody else on the staff can confirm it, you may approve alone. The decision then says ‘seen by one
            member of staff’, and so do the public pages.
          </p>
          <WithdrawRecord />
        </>
      ) : (
        <p>If you approve, you confirm this record. If you reject or ask for more, it ends.</p>
      )}
    </section>
  )
}

/** Takes back what the reviewer recorded. */
export function WithdrawRecord() {
  return (
    <ButtonForm
      name="withdraw-record"
      submit="Take your record back"
      busy="Taking it back..."
      kind="secondary"
      size="small"
    />
  )
}
