import { href } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { Link } from '#app/ui/link.tsx'
import {
  type ListedVerificationNameChange,
  type VerificationNameChange,
  type VerificationNameChangeFilter,
  verificationNameChangeFilters,
} from '../names/model.ts'
import '#app/ui/ledger.css'

const path = href('/admin/names')

/** What a member and their business were called when they were checked, beside what they are called now. */
export function CheckedAndCurrentNamesLines({ change, when }: { change: VerificationNameChange; when: string }) {
  return (
    <>
      {change.isMemberRenamed && (
        <p>
          Member {when}: <b>{change.nameBefore}</b>. Now: <b>{change.name}</b>.
        </p>
      )}
      {change.isBusinessRenamed && (
        <p>
          Business {when}: <b>{change.businessBefore}</b>. Now: <b>{change.business}</b>.
        </p>
      )}
    </>
  )
}

/** The line of the queue that leads to them; none where there are none. */
export function VerificationNameChangesQueueLink({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <Link to={path}>
        {formatCountWithNoun(count, 'verification')} {count === 1 ? 'has' : 'have'} a name that changed since it was
        checked
      </Link>
    </p>
  )
}

/** The verified members who are called something else than when they were checked, or whose business is. */
export function VerificationNameChangesList({
  page,
  filter,
}: {
  page: KeysetPage<ListedVerificationNameChange>
  filter: VerificationNameChangeFilter
}) {
  return (
    <section className="ledger-section" aria-labelledby="names">
      <div className="between">
        <h2 id="names">Name changed since it was checked</h2>
        <nav className="row row-s" aria-label="Which name">
          {Object.entries(verificationNameChangeFilters).map(([name, label]) => (
            <Link
              key={name}
              className="chip"
              to={name === 'all' ? path : `${path}?of=${name}`}
              {...(name === filter && { 'aria-current': 'true' as const })}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {page.rows.length === 0 ? (
        <EmptyState title="No changed names">
          <p>A verified member who changes a name appears here. Their listing stays as it is until you decide.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="ledger">
            {page.rows.map((change) => (
              <li key={change.caseId}>
                <div className="ledger-main">
                  <Link className="ledger-name" to={href('/admin/verifications/:id', { id: change.caseId })}>
                    {change.staffName}
                  </Link>
                  <CheckedAndCurrentNamesLines change={change} when="when checked" />
                </div>
                <div className="ledger-facts">
                  <p>Changed {formatDateTime(change.changedAt)}</p>
                  {change.isOwn && <Badge>Your own: someone else decides it</Badge>}
                </div>
                {!change.isOwn && (
                  <div className="ledger-acts">
                    <ButtonForm
                      name="accept-names"
                      submit={
                        <>
                          Accept<span className="sr-only"> the names of {change.name}</span>
                        </>
                      }
                      busy="Accepting..."
                      kind="secondary"
                      size="small"
                      values={{ case: change.caseId, seen: change.seen }}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
          <KeysetPagination
            previous={page.previous}
            next={page.next}
            path={path}
            keep={{ of: filter === 'all' ? null : filter }}
          />
        </>
      )}
    </section>
  )
}
