import { ArrowRight } from 'lucide-react'
import { href } from 'react-router'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import type { LatestBusiness } from '../model.ts'
import '#app/ui/overview-card.css'

interface LatestBusinessesProps {
  /** Id of its heading. */
  id: string
  /** `joined` is the formatted relative date. */
  businesses: (Omit<LatestBusiness, 'createdAt'> & { joined: string })[]
}

/** The dashboard's card of the latest businesses. */
export function DashboardLatestBusinessesCard({ id, businesses }: LatestBusinessesProps) {
  return (
    <DashboardOverviewCard
      id={id}
      title="Latest Businesses"
      end={
        <Link className="more" to={href('/directory')}>
          See all
          <span className="sr-only"> businesses</span>
          <Icon of={ArrowRight} size="small" />
        </Link>
      }
    >
      {businesses.length === 0 ? (
        <p className="text">No businesses are listed yet. The first ones will appear here.</p>
      ) : (
        <ul className="short-list">
          {businesses.map(({ slug, name, industryName, serviceBranch, relationshipType, logo, tile, joined }) => (
            <li key={slug}>
              <BusinessLogo logo={logo} tile={tile} sizes="2.75rem" />
              <div className="what">
                <h3>
                  <Link to={href('/business/:slug', { slug })}>{name}</Link>
                </h3>
                <p>{[industryName, serviceBranch, relationshipType].filter(Boolean).join(' · ')}</p>
              </div>
              <p className="when">{joined}</p>
            </li>
          ))}
        </ul>
      )}
    </DashboardOverviewCard>
  )
}
