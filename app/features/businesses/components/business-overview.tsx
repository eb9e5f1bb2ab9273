import { href, Link } from 'react-router'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import { ownBusinessVisibilityLabels } from '../model.ts'
import type { OwnBusinessWithPictures } from '../section-form-schema.ts'
import { businessWizardPath } from '../wizard-rules.ts'
import { OwnBusinessVisibilitySwitch } from './visibility-switch.tsx'
import '#app/ui/overview-card.css'

interface BusinessOverviewProps {
  /** Id of its heading. */
  id: string
  business: OwnBusinessWithPictures | null
}

/** The dashboard's card of the member's business. */
export function DashboardOwnBusinessCard({ id, business }: BusinessOverviewProps) {
  if (!business) {
    return (
      <DashboardOverviewCard id={id} title="My business">
        <p className="text">You haven't listed a business yet. Listing is free.</p>
        <LinkButton to={businessWizardPath} kind="secondary">
          List your business
        </LinkButton>
      </DashboardOverviewCard>
    )
  }
  const { slug, name, tile, city, county, isActive, status, logo } = business
  return (
    <DashboardOverviewCard
      id={id}
      title="My business"
      end={
        <Link className="more" to={href('/my-business')}>
          Edit<span className="sr-only"> {name}</span>
        </Link>
      }
    >
      <div className="short-list">
        <div className="own">
          <BusinessLogo logo={logo} tile={tile} sizes="2.75rem" />
          <div className="what">
            <h3>
              <Link to={href('/business/:slug', { slug })}>{name}</Link>
            </h3>
            <p>{[city, county].filter(Boolean).join(', ') || 'Location not specified'}</p>
          </div>
        </div>
      </div>
      <div className="ruled">
        <OwnBusinessVisibilitySwitch isActive={isActive} page={href('/dashboard')} />
        <p className="text">{ownBusinessVisibilityLabels[status]}</p>
      </div>
    </DashboardOverviewCard>
  )
}
