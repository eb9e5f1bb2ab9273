import type { ReactNode } from 'react'
import { EmptyStateBars } from './ranks.tsx'

interface EmptyStateProps {
  title: string
  /** Its level: h1 if it is the whole page, h2 if it is all that a page has to say. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}

/** An empty list: what it means and what to do next. */
export function EmptyState({ title, heading: Heading = 'h3', children }: EmptyStateProps) {
  return (
    <div className="empty">
      <div className="art">
        <EmptyStateBars count={15} accent={7} />
      </div>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
