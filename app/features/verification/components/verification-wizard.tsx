import { useNavigation } from 'react-router'
import { Spinner } from '#app/ui/spinner.tsx'
import { Wizard } from '#app/ui/wizard.tsx'
import type { DeletedDocument, DocumentView, ReviewerMessage, ServiceDetails, VerificationAnswer } from '../model.ts'
import {
  type VerificationStep,
  verificationStepPath,
  verificationSteps,
  verificationStepTitles,
  verificationWizardPath,
} from '../rules.ts'
import { AppealForm } from './appeal-form.tsx'
import { DeclarationStep } from './declaration-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { MilitaryStep } from './military-step.tsx'
import { VerificationReviewStep } from './review-step.tsx'
import { ReviewerNotice } from './reviewer-notice.tsx'
import { Withdrawal } from './withdrawal.tsx'
import './verification.css'

interface VerificationWizardProps {
  step: VerificationStep
  /** The first open step, which is the last that can be opened. */
  reached: VerificationStep
  hasBegun: boolean
  details: ServiceDetails | null
  profileRelationshipTypeId: number | null
  /** Null where they could not be loaded. */
  documents: DocumentView[] | null
  deleted: DeletedDocument[]
  isDeclared: boolean
  words: ReviewerMessage | null
  lookups: Parameters<typeof MilitaryStep>[0]['lookups']
  /** Until when what is submitted today is decided; for the last step. */
  dueAt?: Date
  answer: VerificationAnswer | undefined
}

const leads: Record<VerificationStep, string> = {
  military: 'How you served, or how you are related to someone who served. Verification is free.',
  documents: 'Upload a document that shows your service. Up to five files; you can add and delete until you submit.',
  declaration: 'Everyone who applies agrees to five things.',
  review: 'This is what we send to a reviewer. Check it before you submit.',
}

/** The wizard of a verification: four steps, each saved when it is left. */
export function VerificationWizard(props: VerificationWizardProps) {
  const { step, reached, hasBegun, words, documents, answer } = props
  const current = verificationSteps.indexOf(step)
  const furthest = verificationSteps.indexOf(reached)
  const steps = verificationSteps.map((each, index) => ({
    title: verificationStepTitles[each],
    to: index <= furthest ? verificationStepPath(each) : null,
    isDone: index < furthest,
  }))
  const { state, location, formData } = useNavigation()
  const isComing = state === 'loading' && !formData && location.pathname === verificationWizardPath
  return (
    <Wizard name="Verification" steps={steps} current={current} lead={leads[step]}>
      <ReviewerNotice said={words} />
      {isComing && <Spinner />}
      <Step
        key={step}
        {...props}
        answer={answer?.form === 'withdraw' || answer?.form === 'appeal' ? undefined : answer}
      />
      <AppealForm
        key={words?.id}
        words={words}
        hasDocuments={(documents ?? []).length > 0}
        answer={answer?.form === 'appeal' ? answer : undefined}
      />
      {hasBegun && <Withdrawal isVerified={false} answer={answer?.form === 'withdraw' ? answer : undefined} />}
    </Wizard>
  )
}

function Step(props: VerificationWizardProps) {
  const { step, details, profileRelationshipTypeId, documents, deleted, isDeclared, words, lookups, dueAt, answer } =
    props
  if (step === 'military') {
    return <MilitaryStep {...{ details, profileRelationshipTypeId, lookups, answer }} />
  }
  if (step === 'documents') return <DocumentsStep {...{ documents, deleted, words, answer }} />
  if (step === 'declaration') return <DeclarationStep isDeclared={isDeclared} answer={answer} />
  return details && documents && dueAt && <VerificationReviewStep {...{ details, documents, words, dueAt, answer }} />
}
