import type { ReactNode } from 'react'
import { Ranks } from './ranks.tsx'

/** Said where a list has nothing in it: what is so, what helps, and a way on. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <div className="art">
        <Ranks count={15} accent={7} />
      </div>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
