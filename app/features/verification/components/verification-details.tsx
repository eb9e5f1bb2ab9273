import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type {
  DeletedVerificationDocument,
  MaskedMilitaryServiceDetails,
  OwnVerificationFormRefusal,
  VerificationDocumentView,
  VerificationReviewerMessage,
} from '../model.ts'
import type { VerificationTerm } from '../rules.ts'
import { YearlyVerificationConfirmationForm } from './confirmation.tsx'
import { OwnVerificationPanel } from './verification-panel.tsx'
import { VerificationWithdrawalForm } from './withdrawal.tsx'
import '#app/ui/settings-section.css'

interface VerificationDetailsProps {
  status: VerificationStatus | null
  details: MaskedMilitaryServiceDetails | null
  /** Null where they could not be loaded. */
  documents: VerificationDocumentView[] | null
  deleted: DeletedVerificationDocument[]
  sentAt: Date | null
  verifiedAt: Date | null
  term: VerificationTerm | null
  words: VerificationReviewerMessage | null
  answer: OwnVerificationFormRefusal | undefined
}

/** A verification that is being reviewed or was decided: its data, and what the member can still do. */
export function OwnVerificationPage(props: VerificationDetailsProps) {
  const { status, details, documents, deleted, sentAt, verifiedAt, term, words, answer } = props
  const to = (form: string) => (answer?.form === form ? answer : undefined)
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1>Your verification</h1>
        </div>
      </div>
      <div className="wrap profile-body">
        {term?.isOpen && <YearlyVerificationConfirmationForm term={term} answer={to('confirm')} />}
        <OwnVerificationPanel
          status={status}
          details={details}
          documents={documents}
          deleted={deleted}
          words={words}
          isOpen={false}
          wayOn={
            sentAt ? (
              <span>Sent {formatDate(sentAt)}</span>
            ) : (
              verifiedAt && <span>Checked on {formatDate(verifiedAt)}</span>
            )
          }
        />
        <SettingsSection
          id="end"
          title="Withdraw"
          lead={
            term
              ? `Your verification is valid until ${formatLongDate(term.dueAt)}. To end it sooner, withdraw it.`
              : 'You cannot change it while a reviewer has it, but you can withdraw it.'
          }
        >
          <VerificationWithdrawalForm isVerified={status === 'Verified'} answer={to('withdraw')} />
        </SettingsSection>
      </div>
    </>
  )
}
