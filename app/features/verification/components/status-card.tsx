import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ProgressBars } from '#app/ui/progress-ranks.tsx'
import type { VerificationReviewerMessage } from '../model.ts'
import { describeVerificationStatusForMember } from '../rules.ts'
import { ReviewerMessageNotice } from './reviewer-notice.tsx'
import { VerificationStatusBadge } from './status-badge.tsx'
import './status-card.css'

interface StatusCardProps {
  /** Null for none. */
  status: VerificationStatus | null
  /** Id of its heading. */
  id: string
  /** The reviewer's message, if it is not shown elsewhere on the page. */
  words?: VerificationReviewerMessage | null
  /** A line beside the percentage, such as the date of submission. */
  children?: ReactNode
}

/** The status of a member's verification and the next action. */
export function VerificationStatusCard({ status, id, words = null, children }: StatusCardProps) {
  const { progress, title, text, action, tone } = describeVerificationStatusForMember(status)
  return (
    <section className="card status-card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>Verification status</h2>
        <VerificationStatusBadge status={status} />
      </div>
      <p className="text">{text}</p>
      <ReviewerMessageNotice said={words} />
      <ProgressBars label={`Verification progress, ${title}`} percentage={progress} tone={tone} />
      <div className="between figures">
        <span className="num">{progress}% complete</span>
        {children}
      </div>
      {action && <LinkButton to={href('/verification')}>{action}</LinkButton>}
    </section>
  )
}
