import { formatDate } from '#app/lib/dates.ts'
import { Notice } from '#app/ui/notice.tsx'
import { reasonLabels } from '../rules.ts'
import type { ReviewerMessage } from '../schema.ts'
import './verification.css'

/** The reviewer's message to the member. */
export function ReviewerNotice({ said }: { said: ReviewerMessage | null }) {
  if (!said) return null
  const { decision, words, decidedAt } = said
  const reason = said.reason === 'other' ? null : reasonLabels(said.reason)
  return (
    <Notice tone={decision === 'rejected' ? 'bad' : 'waiting'}>
      <p>
        <strong>
          {decision === 'rejected' ? 'We could not verify you yet.' : 'A reviewer needs something more from you.'}
        </strong>{' '}
        {formatDate(decidedAt)}
      </p>
      {reason && <p>{reason}.</p>}
      {words && <blockquote className="reviewer-words">{words}</blockquote>}
    </Notice>
  )
}
