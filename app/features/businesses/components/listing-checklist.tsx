import { Check } from 'lucide-react'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import type { ListingChecklistItem } from '../checklist.ts'
import './listing-checklist.css'

/** What helps customers find a business, with what each thing brings. */
export function DashboardListingChecklistCard({ id, items }: { id: string; items: ListingChecklistItem[] }) {
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <DashboardOverviewCard
      id={id}
      title="Help customers find you"
      end={
        <span className="count num">
          {done} of {items.length}
        </span>
      }
    >
      <ul className="listing-checklist">
        {items.map(({ title, text, isDone, to }) => (
          <li key={title} className={isDone ? 'done' : undefined}>
            <span className="sign">{isDone && <Icon of={Check} size="small" />}</span>
            <div>
              <b>
                {isDone ? (
                  <>
                    {title}
                    <span className="sr-only">, done</span>
                  </>
                ) : (
                  <Link to={to}>{title}</Link>
                )}
              </b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </DashboardOverviewCard>
  )
}
