import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import type { Page } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { Setting } from '#app/ui/setting.tsx'
import { filteredInboxPath, inboxPath, leadPath } from '../rules.ts'
import { type InboxSummary, type LeadStatus, type ListedLead, leadStatuses } from '../schema.ts'
import '#app/ui/ledger.css'
import './leads.css'

interface InboxProps extends InboxSummary {
  page: Page<ListedLead>
  /** The status that is shown; null for all but spam. */
  status: LeadStatus | null
  answer: FormAnswer | undefined
}

const statusNames = Object.keys(leadStatuses) as LeadStatus[]

/** The owner's enquiries, newest first. */
export function Inbox({ businessName, isOn, counts, page: { rows, previous, next }, status, answer }: InboxProps) {
  const total = counts.new + counts.answered + counts.done
  const all: [LeadStatus | null, string, number][] = [
    [null, 'All', total],
    ...statusNames.map((name) => [name, leadStatuses[name], counts[name]] as [LeadStatus, string, number]),
  ]
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <BackTo to={href('/my-business')}>My Business</BackTo>
          <h1>Enquiries</h1>
          <p className="lead">What people asked {businessName} through Muster. Each was also emailed to you.</p>
        </div>
      </div>
      <div className="wrap section">
        <div className="between">
          <ul className="row row-s orders" aria-label="Status">
            {all.map(([value, label, number]) => (
              <li key={label}>
                <Link
                  className="chip"
                  to={filteredInboxPath(value)}
                  preventScrollReset
                  {...(value === status && { 'aria-current': 'true' as const })}
                >
                  {label} <span className="num">{number}</span>
                </Link>
              </li>
            ))}
          </ul>
          {total + counts.spam > 0 && (
            <a
              className={buttonClass({ kind: 'secondary', size: 'small' })}
              href={href('/my-business/enquiries.csv')}
              download
            >
              Download as CSV
            </a>
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState title={status || previous ? 'No enquiries here' : 'No enquiries yet'} heading="h2">
            <p>What people send with ‘Ask for a quote’ on your page appears here, and in your email.</p>
          </EmptyState>
        ) : (
          <>
            <ul className="ledger leads mt-6">
              {rows.map((row) => (
                <LeadRow key={row.id} {...row} />
              ))}
            </ul>
            <KeysetPagination previous={previous} next={next} path={inboxPath} keep={{ status }} />
          </>
        )}
        <Setting
          name="switch-leads"
          title="‘Ask for a quote’ on your page"
          isOn={isOn}
          states={{ on: 'visitors can write to you from your page.', off: 'your page has no such button.' }}
          answer={answer}
        />
      </div>
    </>
  )
}

function LeadRow({ id, status, name, place, excerpt, forwardedAt }: ListedLead) {
  return (
    <li>
      <div className="ledger-main">
        <h2>
          <Link className="ledger-name" to={leadPath(id)}>
            {name}
          </Link>
        </h2>
        <p>{place}</p>
      </div>
      <p className="excerpt">{excerpt}</p>
      <div className="row row-s">
        <LeadBadge status={status} />
        <span className="muted">{formatDateTime(forwardedAt)}</span>
      </div>
    </li>
  )
}

/** The status of an enquiry. */
export function LeadBadge({ status }: { status: LeadStatus }) {
  return status === 'new' ? <Badge tone="waiting">{leadStatuses.new}</Badge> : <Badge>{leadStatuses[status]}</Badge>
}

/** A link back, above a heading. */
export function BackTo({ to, children }: { to: string; children: string }) {
  return (
    <Link className="more" to={to}>
      <Icon of={ArrowLeft} size="small" />
      {children}
    </Link>
  )
}
