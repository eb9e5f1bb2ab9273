import type { ReactNode } from 'react'
import { effectsOfVerificationStatus, type VerificationStatus } from '#app/features/reference/rules.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type {
  DeletedVerificationDocument,
  MaskedMilitaryServiceDetails,
  VerificationDocumentView,
  VerificationReviewerMessage,
} from '../model.ts'
import { describeVerificationStatusForMember, verificationStepPath, verificationWizardPath } from '../rules.ts'
import { DeletedVerificationDocumentList, VerificationDocumentList } from './document-list.tsx'
import { VerificationDocumentUploadField } from './document-upload.tsx'
import { ReviewerMessageNotice } from './reviewer-notice.tsx'
import { MaskedMilitaryServiceFactList } from './service-facts.tsx'
import { VerificationStatusCard } from './status-card.tsx'
import './verification.css'

interface VerificationPanelProps {
  status: VerificationStatus | null
  details: MaskedMilitaryServiceDetails | null
  /** Null where they could not be loaded. */
  documents: VerificationDocumentView[] | null
  deleted: DeletedVerificationDocument[]
  words: VerificationReviewerMessage | null
  /** Whether details and documents can be changed now. */
  isOpen: boolean
  /** The answer to the last form about documents. */
  answer?: FormRefusal | undefined
  /** A further action of the card. */
  wayOn?: ReactNode
}

/** The status of a member's verification with their details and documents. */
export function OwnVerificationPanel(props: VerificationPanelProps) {
  const { status, details, documents, deleted, words, isOpen, answer, wayOn } = props
  return (
    <>
      <div className="verification-state">
        <ReviewerMessageNotice said={words} />
        <VerificationStatusCard status={status} id="verification-status">
          {describeVerificationStatusForMember(status).action === null && wayOn}
        </VerificationStatusCard>
      </div>
      <SettingsSection
        id="service"
        title="Service details"
        lead="Your branch and relationship are also shown on your business's page. Only reviewers see the number and your description."
      >
        {details ? (
          <>
            <MaskedMilitaryServiceFactList details={details} />
            {isOpen && (
              <p>
                <Link to={verificationStepPath('military')}>Change your service details</Link>
              </p>
            )}
          </>
        ) : (
          <p className="muted">
            Nothing saved yet. <Link to={verificationWizardPath}>Tell us about your service</Link>
          </p>
        )}
      </SettingsSection>
      <SettingsSection
        id="documents"
        title="Documents"
        lead="Stored encrypted. Only you and reviewers can open them, and every access is recorded. They are deleted after the decision."
      >
        <FormAnswerNotice answer={answer} />
        {documents === null ? (
          <p className="muted">Your documents could not be loaded. Nothing is lost.</p>
        ) : documents.length === 0 ? (
          <NoDocuments status={status} deleted={deleted} />
        ) : (
          <VerificationDocumentList documents={documents} canDelete={isOpen} />
        )}
        {isOpen && documents && <VerificationDocumentUploadField source="profile" held={documents.length} />}
        <DeletedVerificationDocumentList documents={deleted} />
      </SettingsSection>
    </>
  )
}

/** Shown instead of documents: that they were deleted after the decision. */
function NoDocuments({ status, deleted: [last] }: Pick<VerificationPanelProps, 'status' | 'deleted'>) {
  return effectsOfVerificationStatus(status).isDecided && last ? (
    <EmptyState title="Deleted after our decision, as promised">
      <p>On {formatLongDate(last.deletedAt)}.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No verification documents uploaded yet" />
  )
}
