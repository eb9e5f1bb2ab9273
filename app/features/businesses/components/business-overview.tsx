import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { OverviewCard } from '#app/ui/overview-card.tsx'
import { visibilityOf, wizardAddress } from '../rules.ts'
import type { OwnBusiness } from '../schema.ts'

interface BusinessOverviewProps {
  /** Id of its heading. */
  id: string
  business: OwnBusiness | null
  /** Whether its owner is verified. */
  verified: boolean
}

/** A member's own business, and who can see it. */
export function BusinessOverview({ id, business, verified }: BusinessOverviewProps) {
  if (!business) {
    return (
      <OverviewCard id={id} title="My business">
        <p className="text">You have no business with us yet. Listing one is free.</p>
        <LinkButton to={wizardAddress} kind="secondary">
          List your business
        </LinkButton>
      </OverviewCard>
    )
  }
  const { name, city, county, isActive, logo } = business
  return (
    <OverviewCard id={id} title="My business">
      <div className="short-list">
        <div className="own">
          <BusinessLogo logo={logo} sizes="2.75rem" />
          <div className="what">
            <h3>{name}</h3>
            <p>{[city, county].filter(Boolean).join(', ') || 'Location not specified'}</p>
          </div>
        </div>
      </div>
      <p className="text ruled">{visibilityOf(isActive, verified)}</p>
    </OverviewCard>
  )
}
