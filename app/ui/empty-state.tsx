import type { ReactNode } from 'react'
import { Ranks } from './ranks.tsx'

interface EmptyStateProps {
  title: string
  /** An h1 where it is all there is. */
  heading?: 'h1' | 'h3'
  children?: ReactNode
}

/** Said where a list has nothing in it: what is so, what helps, and a way on. */
export function EmptyState({ title, heading: Heading = 'h3', children }: EmptyStateProps) {
  return (
    <div className="empty">
      <div className="art">
        <Ranks count={15} accent={7} />
      </div>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
