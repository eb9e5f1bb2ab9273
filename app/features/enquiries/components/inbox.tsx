import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingSwitch } from '#app/ui/setting.tsx'
import { type EnquiryInboxSummary, type EnquiryStatus, enquiryStatusLabels, type ListedInboxEnquiry } from '../model.ts'
import { enquiryInboxPath, filteredEnquiryInboxPath, inboxEnquiryPath } from '../rules.ts'
import '#app/ui/ledger.css'
import './enquiries.css'

interface InboxProps extends EnquiryInboxSummary {
  page: KeysetPage<ListedInboxEnquiry>
  /** The status that is shown; null for all but spam. */
  status: EnquiryStatus | null
  answer: FormRefusal | undefined
}

const statusNames = Object.keys(enquiryStatusLabels) as EnquiryStatus[]

/** The owner's enquiries, newest first. */
export function EnquiryInboxPage({
  businessName,
  isOn,
  counts,
  page: { rows, previous, next },
  status,
  answer,
}: InboxProps) {
  const total = counts.new + counts.answered + counts.done
  const all: [EnquiryStatus | null, string, number][] = [
    [null, 'All', total],
    ...statusNames.map((name) => [name, enquiryStatusLabels[name], counts[name]] as [EnquiryStatus, string, number]),
  ]
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <EnquiryBackLink to={href('/my-business')}>My Business</EnquiryBackLink>
          <h1>Enquiries</h1>
          <p className="lead">
            Enquiries people sent to {businessName} through Muster. We also emailed each one to you.
          </p>
        </div>
      </div>
      <div className="wrap section">
        <div className="between">
          <ul className="row row-s orders" aria-label="Status">
            {all.map(([value, label, number]) => (
              <li key={label}>
                <Link
                  className="chip"
                  to={filteredEnquiryInboxPath(value)}
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
                <EnquiryRow key={row.id} {...row} />
              ))}
            </ul>
            <KeysetPagination previous={previous} next={next} path={enquiryInboxPath} keep={{ status }} />
          </>
        )}
        <SettingSwitch
          name="switch-leads"
          title="‘Ask for a quote’ on your page"
          isOn={isOn}
          states={{
            on: 'visitors can write to you from your page.',
            off: 'your page has no ‘Ask for a quote’ button.',
          }}
          answer={answer}
        />
      </div>
    </>
  )
}

function EnquiryRow({ id, status, name, place, excerpt, forwardedAt }: ListedInboxEnquiry) {
  return (
    <li>
      <div className="ledger-main">
        <h2>
          <Link className="ledger-name" to={inboxEnquiryPath(id)}>
            {name}
          </Link>
        </h2>
        <p>{place}</p>
      </div>
      <p className="excerpt">{excerpt}</p>
      <div className="row row-s">
        <EnquiryStatusBadge status={status} />
        <span className="muted">{formatDateTime(forwardedAt)}</span>
      </div>
    </li>
  )
}

/** The status of an enquiry. */
export function EnquiryStatusBadge({ status }: { status: EnquiryStatus }) {
  return status === 'new' ? (
    <Badge tone="waiting">{enquiryStatusLabels.new}</Badge>
  ) : (
    <Badge>{enquiryStatusLabels[status]}</Badge>
  )
}

/** A link back, above a heading. */
export function EnquiryBackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="more" to={to}>
      <Icon of={ArrowLeft} size="small" />
      {children}
    </Link>
  )
}
