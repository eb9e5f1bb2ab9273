import { ArrowRight, MapPin } from 'lucide-react'
import { href } from 'react-router'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { Badge } from '#app/ui/badge.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { LatestBusiness } from '../model.ts'
import './newly-listed.css'

/** The home page's section of the latest businesses. */
export function HomeLatestBusinessesSection({ businesses }: { businesses: Omit<LatestBusiness, 'createdAt'>[] }) {
  return (
    <section className="section" aria-labelledby="newly-listed">
      <div className="wrap">
        <div className="between">
          <h2 id="newly-listed">Newly listed</h2>
          <Link className="more" to={href('/directory')}>
            See every business
            <Icon of={ArrowRight} size="small" />
          </Link>
        </div>
        <ul className="newly">
          {businesses.map(({ slug, name, industryName, city, county, serviceBranch, relationshipType, logo, tile }) => (
            <li key={slug}>
              <BusinessLogo logo={logo} tile={tile} sizes="3rem" />
              <h3>
                <Link to={href('/business/:slug', { slug })}>{name}</Link>
              </h3>
              <span className="trade">{industryName}</span>
              <span className="place">
                <Icon of={MapPin} />
                {[city, county].filter(Boolean).join(', ') || 'Location not specified'}
              </span>
              <Badge verified>
                {[verifiedBusinessLabelForRelationship(relationshipType), serviceBranch].filter(Boolean).join(' · ')}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
