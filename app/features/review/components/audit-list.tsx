import { Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TableRegion } from '#app/ui/table-region.tsx'
import { type AskedAudit, type AuditPage, type AuditParty, writeAuditFilter } from '../audit-schema.ts'

interface AuditListProps extends AuditPage {
  typed: AskedAudit['typed']
}

/** A page of the audit, newest first, and the ways to what is newer and older. */
export function AuditList({ entries, older, newer, typed }: AuditListProps) {
  const to = (place: Record<string, string>) => {
    const query = new URLSearchParams([...writeAuditFilter(typed), ...Object.entries(place)])
    return `/admin/audit?${query}`
  }
  return (
    <section aria-labelledby="entries">
      <div className="between">
        <h2 id="entries">Newest first</h2>
        {entries.length > 0 && (
          <a className="more" href={`/admin/audit.csv?${writeAuditFilter(typed)}`} download>
            Download all of these as CSV
          </a>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState title={Object.values(typed).some(Boolean) ? 'No entries match' : 'No entries yet'} />
      ) : (
        <TableRegion label="Entries of the audit">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Action</th>
              <th scope="col">To what</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, happenedAt, actor, action, subjectType, subject, detail }) => (
              <tr key={id}>
                <td className="when">{formatDateTime(happenedAt)}</td>
                <td>{actor ? <Party {...actor} /> : <span className="muted">Muster itself</span>}</td>
                <td>
                  <code>{action}</code>
                </td>
                <td>
                  <Link to={`/admin/audit?${new URLSearchParams({ subject: subject.id })}`}>
                    {subject.name ?? subjectType}
                    <span className="sr-only">, all entries about it</span>
                  </Link>
                  <span className="audit-id">
                    {subject.name !== null && `${subjectType} `}
                    {subject.id}
                  </span>
                </td>
                <td className="detail">
                  {Object.entries(detail).map(([name, value]) => (
                    <span key={name}>
                      {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
      {(newer || older) && (
        <nav className="row audit-pages" aria-label="Pages">
          {newer && (
            <LinkButton kind="secondary" size="small" to={to({ before: newer })} rel="prev">
              Newer
            </LinkButton>
          )}
          {older && (
            <LinkButton kind="secondary" size="small" to={to({ after: older })} rel="next">
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </section>
  )
}

/** Who did it; of somebody who has left the id alone is known. */
function Party({ id, name }: AuditParty) {
  if (name !== null) return name
  return (
    <>
      <span className="muted">A former member</span>
      <span className="audit-id">{id}</span>
    </>
  )
}
