import type { ReactNode } from 'react'
import './overview-card.css'

interface OverviewCardProps {
  /** Id of its heading. */
  id: string
  title: string
  /** What stands at the right of the heading. */
  end?: ReactNode
  children: ReactNode
}

/** One of the dashboard's cards: a heading and what there is to say. */
export function OverviewCard({ id, title, end, children }: OverviewCardProps) {
  return (
    <section className="card overview" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

/** The same where its contents could not be loaded. */
export function MissingCard({ id, title }: Pick<OverviewCardProps, 'id' | 'title'>) {
  return (
    <OverviewCard id={id} title={title}>
      <p className="text">This could not be loaded. Please try again in a moment.</p>
    </OverviewCard>
  )
}
