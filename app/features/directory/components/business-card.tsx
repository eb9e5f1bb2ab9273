import { MapPin } from 'lucide-react'
import { href, Link } from 'react-router'
import { claimOf } from '#app/features/verification/rules.ts'
import { Badge } from '#app/ui/badge.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { BusinessCard as Card } from '../schema.ts'
import { cardId } from './directory-path.ts'

/** A card of the directory. The whole card is one link with the name of the business. */
export function BusinessCard({ business, eager }: { business: Card; eager: boolean }) {
  const town = [business.city, business.county].filter(Boolean).join(', ')
  return (
    <li className="business-card" id={cardId(business.slug)}>
      <BusinessLogo logo={business.logo} sizes="4rem" eager={eager} />
      <p className="trade">{business.industryName}</p>
      <h3 className="name">
        <Link to={href('/business/:slug', { slug: business.slug })}>{business.name}</Link>
      </h3>
      {business.tagline && <p className="tagline">{business.tagline}</p>}
      <div className="meta">
        <span className="place">
          <Icon of={MapPin} />
          {town || 'Location not specified'}
        </span>
        <Badge verified>
          {[claimOf(business.relationshipType).claim, business.serviceBranch].filter(Boolean).join(' · ')}
        </Badge>
      </div>
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
