import type { ReactNode } from 'react'
import './overview-card.css'

interface OverviewCardProps {
  /** Id of its heading. */
  id: string
  title: string
  /** Content at the right of the heading. */
  end?: ReactNode
  children: ReactNode
}

/** A card of the dashboard. */
export function DashboardOverviewCard({ id, title, end, children }: OverviewCardProps) {
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

/** The same if its contents could not be loaded. */
export function FailedDashboardCard({ id, title }: Pick<OverviewCardProps, 'id' | 'title'>) {
  return (
    <DashboardOverviewCard id={id} title={title}>
      <p className="text">This could not be loaded. Try again in a moment.</p>
    </DashboardOverviewCard>
  )
}
