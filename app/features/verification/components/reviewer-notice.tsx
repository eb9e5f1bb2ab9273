import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ReviewerMessage } from '../model.ts'
import { appealPath, reasonLabels } from '../rules.ts'
import './verification.css'

const titles: Record<ReviewerMessage['decision'], string> = {
  rejected: 'We could not verify you yet.',
  'more-needed': 'A reviewer needs something more from you.',
  revoked: 'We have revoked your verification.',
  reopened: 'We are reviewing your verification again.',
  appealed: 'We have your appeal.',
}

const isBad = (decision: ReviewerMessage['decision']) => decision === 'rejected' || decision === 'revoked'

/** The reviewer's message to the member. */
export function ReviewerNotice({ said }: { said: ReviewerMessage | null }) {
  if (!said) return null
  const { decision, words, decidedAt, appealEndsAt } = said
  const reason = said.reason === 'other' ? null : reasonLabels(said.reason)
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
          Think we are mistaken? <Link to={appealPath}>You can appeal until {formatLongDate(appealEndsAt)}</Link>.
        </p>
      )}
    </Notice>
  )
}
