import { formatLongDate } from '#app/lib/dates.ts'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { type VerificationReviewerMessage, verificationFormInvalidToast, verificationReviewTimeText } from '../model.ts'
import { verificationStepPath } from '../rules.ts'
import './verification.css'

interface AppealFormProps {
  words: VerificationReviewerMessage | null
  /** Whether there is a document for the reviewer to look at. */
  hasDocuments: boolean
  answer: FormRefusal | undefined
}

/** Appeals a rejection or a revocation, while that can be done. */
export function VerificationAppealForm({ words, hasDocuments, answer }: AppealFormProps) {
  const form = useSchemaForm({
    id: 'appeal-form',
    loadSchema: () => import('../form-schema.ts').then(({ verificationAppealSchema }) => verificationAppealSchema),
    lastResult: answer?.result,
    onInvalid: verificationFormInvalidToast,
  })
  if (!words?.appealEndsAt) return null
  const subject = words.decision === 'revoked' ? 'revocation' : 'decision'
  return (
    <section className="wizard-part appeal" id="appeal" aria-labelledby="appeal-title">
      <h2 id="appeal-title">Appeal this {subject}</h2>
      <p>
        If you think we are mistaken, you can appeal once, until <b>{formatLongDate(words.appealEndsAt)}</b>. Another
        reviewer reads what you write, with the documents we hold, and decides in {verificationReviewTimeText}. We keep
        your documents until then, and email you when it is decided.
      </p>
      {!hasDocuments && (
        <p>
          We have deleted your documents, as promised.{' '}
          <Link to={verificationStepPath('documents')}>Upload them again</Link> first, so that the reviewer can decide.
        </p>
      )}
      {(hasDocuments || answer) && (
        <FormFrame
          name="appeal"
          form={form}
          answer={answer}
          submit="Send your appeal"
          busy="Sending..."
          kind="secondary"
        >
          <input type="hidden" name="decision" value={words.id} />
          <LongTextField {...form.field('words')} label="Why you think the decision is wrong" rows={5} required />
        </FormFrame>
      )}
    </section>
  )
}
