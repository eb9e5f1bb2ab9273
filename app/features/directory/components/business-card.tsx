import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { Badge } from '#app/ui/badge.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { FoundBusiness } from '../model.ts'
import { businessCardElementId } from './directory-path.ts'
import { SearchMatchHighlight } from './marked-text.tsx'

/** A card of the directory. The whole card is one link with the name of the business. */
export function BusinessCard({
  business,
  marks,
  eager,
  place = null,
  children,
}: {
  business: FoundBusiness
  /** Words to mark, as `search_words` writes them. */
  marks: ReadonlySet<string>
  eager: boolean
  /** The name of the place that was searched; null without one. */
  place?: string | null
  /** Actions, which lie above the card's link. */
  children?: ReactNode
}) {
  const town = [business.city, business.county].filter(Boolean).join(', ')
  return (
    <li className="business-card" id={businessCardElementId(business.slug)}>
      <BusinessLogo logo={business.logo} tile={business.tile} sizes="4rem" eager={eager} />
      <p className="trade">{business.industryName}</p>
      <h3 className="name">
        <Link to={href('/business/:slug', { slug: business.slug })}>
          <SearchMatchHighlight text={business.name} marks={marks} />
        </Link>
      </h3>
      {business.tagline && (
        <p className="tagline">
          <SearchMatchHighlight text={business.tagline} marks={marks} />
        </p>
      )}
      {business.foundService && (
        <p className="found-service">
          Offers: <SearchMatchHighlight text={business.foundService} marks={marks} />
        </p>
      )}
      <div className="meta">
        <span className="place">
          <Icon of={MapPin} />
          {town || 'Location not specified'}
          {business.miles !== null && (
            <>
              {' '}
              <span className="miles">{formatCountWithNoun(business.miles, 'mile')}</span>
            </>
          )}
        </span>
        {business.reach && (
          <span className="comes">
            {business.reach === 'uk' ? 'Works across the UK' : `Comes to ${place ?? 'you'}`}
          </span>
        )}
        <Badge verified>
          {[verifiedBusinessLabelForRelationship(business.relationshipType), business.serviceBranch]
            .filter(Boolean)
            .join(' · ')}
        </Badge>
      </div>
      {children && <div className="card-actions">{children}</div>}
    </li>
  )
}

/** The placeholder of a card that is loading. */
export function BusinessCardSkeleton() {
  return (
    <li className="business-card business-card-loading">
      <div className="logo-tile">
        <Skeleton />
      </div>
      <p className="trade">
        <Skeleton width="long" />
      </p>
      <p className="name">
        <Skeleton width="long" />
      </p>
      <p className="tagline">
        <Skeleton />
        <Skeleton width="half" />
      </p>
      <div className="meta">
        <Skeleton width="long" />
        <Skeleton width="half" />
      </div>
    </li>
  )
}
