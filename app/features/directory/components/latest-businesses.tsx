import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { OverviewCard } from '#app/ui/overview-card.tsx'
import type { LatestBusiness } from '../schema.ts'

interface LatestBusinessesProps {
  /** Id of its heading. */
  id: string
  /** `joined` says in words how long ago. */
  businesses: (Omit<LatestBusiness, 'createdAt'> & { joined: string })[]
}

/** The businesses that joined the directory last. */
export function LatestBusinesses({ id, businesses }: LatestBusinessesProps) {
  return (
    <OverviewCard
      id={id}
      title="Latest Businesses"
      end={
        <Link className="more" to="/directory">
          See all
          <span className="sr-only"> businesses</span>
          <Icon of={ArrowRight} size="small" />
        </Link>
      }
    >
      {businesses.length === 0 ? (
        <p className="text">No business is listed yet. The first ones will stand here.</p>
      ) : (
        <ul className="short-list">
          {businesses.map(({ slug, name, industryName, serviceBranch, relationshipType, logo, joined }) => (
            <li key={slug}>
              <BusinessLogo logo={logo} sizes="2.75rem" />
              <div className="what">
                <h3>
                  <Link to={`/business/${slug}`}>{name}</Link>
                </h3>
                <p>{[industryName, serviceBranch, relationshipType].filter(Boolean).join(' · ')}</p>
              </div>
              <p className="when">{joined}</p>
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  )
}
