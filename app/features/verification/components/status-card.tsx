import type { ReactNode } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { ProgressRanks } from '#app/ui/progress-ranks.tsx'
import { describeStatus } from '../rules.ts'
import type { ReviewerMessage } from '../schema.ts'
import { ReviewerNotice } from './reviewer-notice.tsx'
import { StatusBadge } from './status-badge.tsx'

interface StatusCardProps {
  /** Name of the verification status; null for none. */
  status: string | null
  /** Id of its heading. */
  id: string
  /** What a reviewer asks for, where it is not said elsewhere on the page. */
  words?: ReviewerMessage | null
  /** A line at the right of the percentage, such as the day it was sent. */
  children?: ReactNode
}

/** Where a member's verification stands, and what leads on. */
export function StatusCard({ status, id, words = null, children }: StatusCardProps) {
  const { progress, title, text, action, tone } = describeStatus(status)
  return (
    <section className="card status-card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>Verification status</h2>
        <StatusBadge status={status} />
      </div>
      <p className="text">{text}</p>
      <ReviewerNotice said={words} />
      <ProgressRanks label={`Verification progress, ${title}`} percentage={progress} tone={tone} />
      <div className="between figures">
        <span className="num">{progress}% complete</span>
        {children}
      </div>
      {action && <LinkButton to={href('/verification')}>{action}</LinkButton>}
    </section>
  )
}
