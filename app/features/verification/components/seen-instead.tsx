import { ButtonForm } from '#app/ui/form-frame.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { nonDocumentEvidenceKindLabels, nonDocumentEvidenceKinds } from '../basis-rules.ts'
import type { WaitingVerificationBasisRecord } from '../model.ts'
import { VerificationBasisRecordForm, VerificationBasisRecordSummary } from './seen-form.tsx'
import './case.css'

interface SeenInsteadFormProps {
  /** Whether an appeal can be upheld by what an earlier approval rested on. */
  canUphold: boolean
  answer: FormRefusal | undefined
}

/** Records what a reviewer saw instead of documents, for a second person to confirm. */
export function NonDocumentEvidenceForm({ canUphold, answer }: SeenInsteadFormProps) {
  const offered = nonDocumentEvidenceKinds.filter((each) => each !== 'appeal-upheld' || canUphold)
  return (
    <details className="disclosure" id="seen-instead" open={answer !== undefined}>
      <summary>You saw something other than documents</summary>
      <p>
        Record what you saw. The case then goes back to the queue, and someone else confirms your record, rejects the
        case or asks for more. Where nobody else can, an admin confirms it alone. A telephone call alone is not enough.
      </p>
      <VerificationBasisRecordForm
        name="record-seen"
        loadSchema={() =>
          import('../records/form-schema.ts').then(({ nonDocumentEvidenceSchema: recordSchema }) => recordSchema)
        }
        legend="What you saw"
        choices={offered.map((value) => [value, nonDocumentEvidenceKindLabels[value]])}
        hint="What you saw, when, and who showed it."
        isNoteRequired
        kind="secondary"
        answer={answer}
      />
    </details>
  )
}

/** What somebody saw instead of documents, for whoever confirms it. */
export function WaitingVerificationBasisRecordSection({ record }: { record: WaitingVerificationBasisRecord }) {
  return (
    <section aria-labelledby="record">
      <h2 id="record">What was seen</h2>
      <VerificationBasisRecordSummary record={record} />
      {record.isOwn ? (
        <>
          <p>
            As nobody else on the staff can confirm it, you may approve alone. The decision then says ‘seen by one
            member of staff’, and so do the public pages.
          </p>
          <WithdrawVerificationBasisRecordForm id={record.id} />
        </>
      ) : (
        <p>If you approve, you confirm this record. If you reject or ask for more, it ends.</p>
      )}
    </section>
  )
}

/** Takes back what the reviewer recorded. */
export function WithdrawVerificationBasisRecordForm({ id }: { id: string }) {
  return (
    <ButtonForm
      name="withdraw-record"
      submit="Take your record back"
      busy="Taking it back..."
      kind="secondary"
      size="small"
      values={{ record: id }}
    />
  )
}
