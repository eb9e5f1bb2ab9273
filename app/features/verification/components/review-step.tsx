import { Check } from 'lucide-react'
import { Form } from 'react-router'
import { formatLongDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import {
  type MaskedMilitaryServiceDetails,
  type VerificationDocumentView,
  type VerificationReviewerMessage,
  verificationReviewTimeText,
} from '../model.ts'
import {
  type VerificationStep,
  verificationDocumentKinds,
  verificationStepPath,
  verificationStepTitles,
} from '../rules.ts'
import { MaskedMilitaryServiceFactList } from './service-facts.tsx'
import { VerificationStepActions } from './step-form.tsx'
import './verification.css'

interface ReviewStepProps {
  details: MaskedMilitaryServiceDetails
  documents: VerificationDocumentView[]
  /** What a reviewer asked for, with what the member answered. */
  words: VerificationReviewerMessage | null
  /** Until when what is submitted today is decided. */
  dueAt: Date
  answer: FormRefusal | undefined
}

/** The review step: everything that is submitted, with links to change it, and the submit button. */
export function VerificationReviewAndSubmitStep({ details, documents, words, dueAt, answer }: ReviewStepProps) {
  const { busy, once } = useSingleSubmit('review')
  return (
    <>
      <FormAnswerNotice answer={answer} />
      <section className="wizard-part" aria-labelledby="review-military">
        <ReviewHead step="military" />
        <MaskedMilitaryServiceFactList details={details} />
      </section>
      <section className="wizard-part" aria-labelledby="review-documents">
        <ReviewHead step="documents" />
        <NameValueList
          facts={documents.map(({ fileName, kind }, index) => [
            `${index + 1}. ${verificationDocumentKinds[kind]}`,
            fileName,
          ])}
        />
        {words?.reply && (
          <>
            <p>
              <b>Your answer to the reviewer</b>
            </p>
            <p className="prose-lines">{words.reply}</p>
          </>
        )}
      </section>
      <section className="wizard-part" aria-labelledby="review-declaration">
        <ReviewHead step="declaration" />
        <p className="done-line">
          <Icon of={Check} size="small" /> You agreed to the declaration.
        </p>
      </section>
      <section className="wizard-part" aria-labelledby="then">
        <h2 id="then">What happens next</h2>
        <p>
          A reviewer reads it in private. It takes {verificationReviewTimeText}, so until {formatLongDate(dueAt)} at the
          latest, and we email you when it is decided. Until then you cannot change what you sent, but you can withdraw
          it at any time.
        </p>
      </section>
      <Form method="post" onSubmit={once(() => undefined)}>
        <FormNameField value="review" />
        <VerificationStepActions previous={verificationStepPath('declaration')}>
          <SubmitButton busy={busy} busyLabel="Submitting...">
            Submit for verification
          </SubmitButton>
        </VerificationStepActions>
      </Form>
    </>
  )
}

function ReviewHead({ step }: { step: VerificationStep }) {
  return (
    <div className="review-head">
      <h2 id={`review-${step}`}>{verificationStepTitles[step]}</h2>
      <Link to={verificationStepPath(step)}>
        Change<span className="sr-only"> {verificationStepTitles[step]}</span>
      </Link>
    </div>
  )
}
