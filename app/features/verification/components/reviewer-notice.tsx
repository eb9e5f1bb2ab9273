import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { VerificationReviewerMessage } from '../model.ts'
import { verificationAppealPath, verificationRejectionReasonLabel } from '../rules.ts'
import './verification.css'

const titles: Record<VerificationReviewerMessage['decision'], string> = {
  rejected: 'We could not verify you yet.',
  'more-needed': 'A reviewer needs something more from you.',
  revoked: 'We have revoked your verification.',
  reopened: 'We are reviewing your verification again.',
  appealed: 'We have your appeal.',
}

const isBad = (decision: VerificationReviewerMessage['decision']) => decision === 'rejected' || decision === 'revoked'

/** The reviewer's message to the member. */
export function ReviewerMessageNotice({ said }: { said: VerificationReviewerMessage | null }) {
  if (!said) return null
  const { decision, words, decidedAt, appealEndsAt } = said
  const reason = said.reason === 'other' ? null : verificationRejectionReasonLabel(said.reason)
  return (
    <Notice tone={isBad(decision) ? 'bad' : 'waiting'}>
      <p>
        <strong>{titles[decision]}</strong> {formatDate(decidedAt)}
      </p>
      {reason && <p>{reason}.</p>}
      {words && <blockquote className="reviewer-words">{words}</blockquote>}
      {decision === 'reopened' && <p>Another reviewer decides it. There is nothing you need to do for now.</p>}
      {decision === 'appealed' && (
        <p>Another reviewer decides it, and we keep your documents until then. We email you when it is decided.</p>
      )}
      {appealEndsAt && (
        <p>
          Think we are mistaken?{' '}
          <Link to={verificationAppealPath}>You can appeal until {formatLongDate(appealEndsAt)}</Link>.
        </p>
      )}
    </Notice>
  )
}
