import { ExternalLink } from 'lucide-react'
import { href } from 'react-router'
import { ownBusinessVisibilityLabels } from '#app/features/businesses/model.ts'
import { formatDate } from '#app/lib/dates.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import type { BusinessRowForStaff } from '../model.ts'
import { BusinessVisibilitySwitchForAdmins } from './active-switch.tsx'
import { AdminListSearch, AdminListShownCountLine } from './list-search.tsx'
import './admin.css'
import '#app/ui/ledger.css'

interface BusinessListProps {
  page: KeysetPage<BusinessRowForStaff>
  term: string | null
  /** The path of this page of the list. */
  address: string
}

/** The list of businesses, with search and a visibility switch. */
export function BusinessListForStaff({ page: { rows, previous, next }, term, address }: BusinessListProps) {
  return (
    <section className="ledger-section" aria-labelledby="businesses">
      <h2 id="businesses" className="sr-only">
        Businesses
      </h2>
      <AdminListSearch tab="businesses" term={term} label="Search by name, city, or the owner's name or email" />
      {rows.length === 0 ? (
        <EmptyState title="No businesses found" />
      ) : (
        <>
          <AdminListShownCountLine
            shown={rows.length}
            more={previous !== null || next !== null}
            words={['business', 'businesses']}
            term={term}
          />
          <ul className="ledger">
            {rows.map(({ id, name, slug, city, industry, isActive, status, owner, createdAt }) => (
              <li key={id}>
                <div className="ledger-main">
                  <h3 className="ledger-name">{name}</h3>
                  <p>{[industry, city].filter(Boolean).join(' · ') || 'Location not specified'}</p>
                </div>
                <p className="ledger-second">
                  {owner ? (
                    <>
                      {owner.name}
                      <br />
                      {owner.email}
                    </>
                  ) : (
                    'No owner yet'
                  )}
                </p>
                <div className="ledger-facts">
                  <p>Since {formatDate(createdAt)}</p>
                </div>
                <div className="ledger-acts">
                  <div className="business-status">
                    <BusinessVisibilitySwitchForAdmins businessId={id} name={name} isActive={isActive} page={address} />
                    <p>{statusLabels[status]}</p>
                  </div>
                  <LinkButton kind="quiet" size="small" to={href('/business/:slug', { slug })}>
                    <Icon of={ExternalLink} size="small" />
                    View<span className="sr-only"> {name}</span>
                  </LinkButton>
                </div>
              </li>
            ))}
          </ul>
          <KeysetPagination
            previous={previous}
            next={next}
            path={href('/admin')}
            keep={{ tab: 'businesses', search: term }}
          />
        </>
      )}
    </section>
  )
}

/** Its effective status, whatever the switch says. */
const statusLabels: Record<BusinessRowForStaff['status'], string> = {
  listed: ownBusinessVisibilityLabels.listed,
  starting: ownBusinessVisibilityLabels.starting,
  hidden: ownBusinessVisibilityLabels.hidden,
  unverified: 'Not listed until its owner is verified',
  suspended: 'Not listed while its owner is suspended',
}
