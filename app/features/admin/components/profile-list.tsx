import { Ban } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import type { ProfileRowForStaff } from '../model.ts'
import { adminMemberPath, verificationCasePath } from '../rules.ts'
import { AdminListSearch, AdminListShownCountLine } from './list-search.tsx'
import './admin.css'
import '#app/ui/ledger.css'

interface ProfileListProps {
  page: KeysetPage<ProfileRowForStaff>
  term: string | null
  /** The path of this page of the list. */
  address: string
}

/** The list of members, with search and suspension. */
export function ProfileListForStaff({ page: { rows, previous, next }, term, address }: ProfileListProps) {
  return (
    <section className="ledger-section" aria-labelledby="profiles">
      <h2 id="profiles" className="sr-only">
        Profiles
      </h2>
      <AdminListSearch tab="profiles" term={term} label="Search by name or email" />
      {rows.length === 0 ? (
        <EmptyState title="No profiles found" />
      ) : (
        <>
          <AdminListShownCountLine
            shown={rows.length}
            more={previous !== null || next !== null}
            words={['profile', 'profiles']}
            term={term}
          />
          <ul className="ledger">
            {rows.map((row) => (
              <ProfileRow key={row.id} row={row} address={address} />
            ))}
          </ul>
          <KeysetPagination
            previous={previous}
            next={next}
            path={href('/admin')}
            keep={{ tab: 'profiles', search: term }}
          />
        </>
      )}
    </section>
  )
}

function ProfileRow({ row, address }: { row: ProfileRowForStaff; address: string }) {
  const { id, name, email, userType, verificationStatus, relationshipType, joinedAt, isSuspended, caseId, isSelf } = row
  return (
    <li>
      <div className="ledger-main">
        <h3 className="ledger-name">{name}</h3>
        <p>{email}</p>
      </div>
      <div className="ledger-second">
        <p>{userType}</p>
        <p>{relationshipType ?? 'No relationship given'}</p>
      </div>
      <div className="ledger-facts">
        <div className="row row-s">
          {verificationStatus === 'Verified' ? (
            <Badge verified>Verified</Badge>
          ) : (
            <Badge>{verificationStatus ?? 'Pending'}</Badge>
          )}
          {isSuspended && (
            <Badge tone="bad" icon={Ban}>
              Suspended
            </Badge>
          )}
        </div>
        <p>Joined {formatDate(joinedAt)}</p>
        {caseId && !isSelf && (
          <Link to={verificationCasePath(caseId, 'newest')}>
            Verification<span className="sr-only"> of {name}</span>
          </Link>
        )}
      </div>
      <div className="ledger-acts">
        {isSelf ? (
          <p className="muted">This is you</p>
        ) : (
          <LinkButton
            kind="secondary"
            size="small"
            {...(!isSuspended && { className: 'btn-danger' })}
            to={adminMemberPath(id, address)}
          >
            {isSuspended ? 'Reinstate' : 'Suspend'}
            <span className="sr-only"> {name}</span>
          </LinkButton>
        )}
      </div>
    </li>
  )
}
