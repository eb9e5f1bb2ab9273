import { Ban } from 'lucide-react'
import { href } from 'react-router'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { VerificationStatusBadge } from '#app/features/verification/components/status-badge.tsx'
import { VerificationStatusCard } from '#app/features/verification/components/status-card.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { ShowcaseTheme } from './part.ts'

const statuses = [null, ...verificationStatuses]

export function BadgeShowcase() {
  return (
    <>
      <div className="row row-s">
        <Badge verified>British Army · Veteran</Badge>
        <Badge>Construction & Trades</Badge>
        <Badge tone="waiting">Waiting</Badge>
        <Badge tone="bad" icon={Ban}>
          Suspended
        </Badge>
      </div>
      <div className="row row-s">
        {statuses.map((status) => (
          <VerificationStatusBadge key={status} status={status} />
        ))}
      </div>
    </>
  )
}

export function NoticeShowcase() {
  return (
    <>
      <Notice tone="good">
        <p>Your service is verified.</p>
      </Notice>
      <Notice tone="waiting">
        <p>We look at it within 14 working days.</p>
      </Notice>
      <Notice tone="bad">
        <strong>It could not be saved</strong>
        <p>Please try again in a moment.</p>
      </Notice>
    </>
  )
}

export function VerificationStatusShowcase({ theme }: { theme: ShowcaseTheme }) {
  return statuses.map((status) => (
    <VerificationStatusCard key={status} status={status} id={`status-${theme}-${status ?? 'none'}`.replace(' ', '-')} />
  ))
}

export function EmptyStateShowcase() {
  return (
    <>
      <EmptyState title="No businesses found">
        <p>Try another word, or fewer filters.</p>
        <LinkButton to={href('/dev/components')}>Show all</LinkButton>
      </EmptyState>
      <div className="form-frame">
        <Skeleton />
        <Skeleton width="long" />
        <Skeleton width="half" />
      </div>
    </>
  )
}
