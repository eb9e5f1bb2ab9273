import { useNavigation } from 'react-router'
import { Spinner } from '#app/ui/spinner.tsx'
import { Wizard } from '#app/ui/wizard.tsx'
import type {
  DeletedVerificationDocument,
  MaskedMilitaryServiceDetails,
  OwnVerificationFormRefusal,
  VerificationDocumentView,
  VerificationReviewerMessage,
} from '../model.ts'
import {
  type VerificationStep,
  verificationStepPath,
  verificationSteps,
  verificationStepTitles,
  verificationWizardPath,
} from '../rules.ts'
import { VerificationAppealForm } from './appeal-form.tsx'
import { VerificationDeclarationStep } from './declaration-step.tsx'
import { VerificationDocumentsStep } from './documents-step.tsx'
import { VerificationMilitaryStep } from './military-step.tsx'
import { VerificationReviewAndSubmitStep } from './review-step.tsx'
import { ReviewerMessageNotice } from './reviewer-notice.tsx'
import { VerificationWithdrawalForm } from './withdrawal.tsx'
import './verification.css'

interface VerificationWizardProps {
  step: VerificationStep
  /** The first open step, which is the last that can be opened. */
  reached: VerificationStep
  hasBegun: boolean
  details: MaskedMilitaryServiceDetails | null
  profileRelationshipTypeId: number | null
  /** Null where they could not be loaded. */
  documents: VerificationDocumentView[] | null
  deleted: DeletedVerificationDocument[]
  isDeclared: boolean
  words: VerificationReviewerMessage | null
  lookups: Parameters<typeof VerificationMilitaryStep>[0]['lookups']
  /** Until when what is submitted today is decided; for the last step. */
  dueAt?: Date
  answer: OwnVerificationFormRefusal | undefined
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
      <ReviewerMessageNotice said={words} />
      {isComing && <Spinner />}
      <Step
        key={step}
        {...props}
        answer={answer?.form === 'withdraw' || answer?.form === 'appeal' ? undefined : answer}
      />
      <VerificationAppealForm
        key={words?.id}
        words={words}
        hasDocuments={(documents ?? []).length > 0}
        answer={answer?.form === 'appeal' ? answer : undefined}
      />
      {hasBegun && (
        <VerificationWithdrawalForm isVerified={false} answer={answer?.form === 'withdraw' ? answer : undefined} />
      )}
    </Wizard>
  )
}

function Step(props: VerificationWizardProps) {
  const { step, details, profileRelationshipTypeId, documents, deleted, isDeclared, words, lookups, dueAt, answer } =
    props
  if (step === 'military') {
    return <VerificationMilitaryStep {...{ details, profileRelationshipTypeId, lookups, answer }} />
  }
  if (step === 'documents') return <VerificationDocumentsStep {...{ documents, deleted, words, answer }} />
  if (step === 'declaration') return <VerificationDeclarationStep isDeclared={isDeclared} answer={answer} />
  return (
    details &&
    documents &&
    dueAt && <VerificationReviewAndSubmitStep {...{ details, documents, words, dueAt, answer }} />
  )
}
