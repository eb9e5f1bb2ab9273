import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import { type AuditEntry, type PagedAuditEntries, type ParsedAuditFilter, toAuditFilterParams } from '../audit-model.ts'
import { auditActionSentenceOf } from '../audit-sentences.ts'

interface AuditListProps extends PagedAuditEntries {
  typed: ParsedAuditFilter['typed']
}

/** A page of the audit log, newest first, with links to newer and older entries. */
export function AuditList({ entries, older, newer, typed }: AuditListProps) {
  const to = (place: Record<string, string>) => {
    const query = new URLSearchParams([...toAuditFilterParams(typed), ...Object.entries(place)])
    return `${href('/admin/audit')}?${query}`
  }
  return (
    <section aria-labelledby="entries">
      <div className="between">
        <h2 id="entries">Newest first</h2>
        {entries.length > 0 && (
          <a className="more" href={`${href('/admin/audit.csv')}?${toAuditFilterParams(typed)}`} download>
            Download all of these as CSV
          </a>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState title={Object.values(typed).some(Boolean) ? 'No entries match' : 'No entries yet'} />
      ) : (
        <ScrollableTableRegion label="Entries of the audit">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What happened</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="when">{formatDateTime(entry.happenedAt)}</td>
                <td>
                  <AuditSentence {...entry} />
                </td>
                <td className="detail">
                  <AuditDetails {...entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollableTableRegion>
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

/** An entry as a sentence. Its subject links to all entries about it. */
function AuditSentence({ actor, action, subjectType, subject }: AuditEntry) {
  const parts = {
    '{actor}': actor ? (actor.name ?? 'A former member') : 'Muster',
    '{subject}': (
      <Link to={`${href('/admin/audit')}?${new URLSearchParams({ subject: subject.id })}`}>
        {subject.name ?? subjectNames[subjectType] ?? subjectType}
        <span className="sr-only">, all entries about it</span>
      </Link>
    ),
  }
  const sentence = auditActionSentenceOf(action) ?? `{actor}: ${action}, {subject}`
  return sentence
    .split(/(\{actor\}|\{subject\})/)
    .map((part) => <Fragment key={part}>{part === '{actor}' || part === '{subject}' ? parts[part] : part}</Fragment>)
}

/** The text for a subject without a name. */
const subjectNames: Partial<Record<string, string>> = {
  business: 'a deleted business',
  'contact message': 'a contact message',
  job: 'a job',
  order: 'an order',
  podcast: 'a deleted podcast',
  profile: 'a former member',
  report: 'a report',
  'support inquiry': 'a support enquiry',
  user: 'a former member',
}

/** The action, the ids and the changes, on request. */
function AuditDetails({ action, actor, subjectType, subject, detail }: AuditEntry) {
  const facts = [
    ['action', action],
    ...(actor ? [['actor', actor.id]] : []),
    [subjectType, subject.id],
    ...Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ]
  return (
    <details>
      <summary>Details</summary>
      {facts.map(([name, value]) => (
        <span key={name}>
          {name}: {value}
        </span>
      ))}
    </details>
  )
}
