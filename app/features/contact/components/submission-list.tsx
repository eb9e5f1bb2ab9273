import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChoices } from '#app/ui/filter-choices.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { Notice } from '#app/ui/notice.tsx'
import {
  type ContactSubmissionFilter,
  type ContactSubmissionListRow,
  contactSubmissionKindLabels,
  contactSubmissionStateLabels,
  type WaitingDataProtectionComplaintCounts,
} from '../model.ts'
import { adminContactSubmissionPath, adminContactSubmissionsPath, filteredContactSubmissionsPath } from '../rules.ts'
import '#app/ui/ledger.css'
import './contact.css'

interface EnquiryListProps {
  page: KeysetPage<ContactSubmissionListRow>
  filter: ContactSubmissionFilter
  complaints: WaitingDataProtectionComplaintCounts
}

/** The list of enquiries, newest first. */
export function ContactSubmissionList({ page: { rows, previous, next }, filter, complaints }: EnquiryListProps) {
  const isNarrowed = filter.kind !== null || filter.state !== null
  return (
    <section aria-labelledby="enquiries">
      {complaints.waiting > 0 && <ComplaintNotice {...complaints} />}
      <div className="between">
        <h2 id="enquiries">Newest first</h2>
        <div className="row enquiry-filters">
          <FilterChoices
            label="Handled or not"
            all="All"
            choices={contactSubmissionStateLabels}
            chosen={filter.state}
            to={(state) => filteredContactSubmissionsPath({ ...filter, state })}
          />
          <FilterChoices
            label="Kind"
            all="All kinds"
            choices={contactSubmissionKindLabels}
            chosen={filter.kind}
            to={(kind) => filteredContactSubmissionsPath({ ...filter, kind })}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={isNarrowed || previous ? 'No enquiries here' : 'No enquiries yet'}>
          <p>What people send at Support Us and Contact appears here, and complaints about data protection.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="ledger enquiries">
            {rows.map((row) => (
              <EnquiryRow key={row.id} row={row} />
            ))}
          </ul>
          <KeysetPagination previous={previous} next={next} path={adminContactSubmissionsPath} keep={{ ...filter }} />
        </>
      )}
    </section>
  )
}

function ComplaintNotice({ waiting, overdue }: WaitingDataProtectionComplaintCounts) {
  return (
    <Notice tone={overdue > 0 ? 'bad' : 'waiting'}>
      <p>
        {formatCountWithNoun(waiting, 'complaint')} about data protection {waiting === 1 ? 'waits' : 'wait'} for an
        answer
        {overdue > 0 && `, ${overdue} of them overdue`}.{' '}
        <Link to={filteredContactSubmissionsPath({ kind: 'complaint', state: 'waiting' })}>See them</Link>
      </p>
    </Notice>
  )
}

function EnquiryRow({ row }: { row: ContactSubmissionListRow }) {
  const { kind, id, name, email, about, excerpt, createdAt, handledAt, dueAt } = row
  return (
    <li>
      <div className="ledger-main">
        <h3>
          <Link className="ledger-name" to={adminContactSubmissionPath(id)}>
            {name}
          </Link>
        </h3>
        <p>{email}</p>
      </div>
      <p className="excerpt">{excerpt}</p>
      <div className="ledger-facts">
        <p>
          {contactSubmissionKindLabels[kind]}: {about}
        </p>
        <div className="row row-s">
          {handledAt ? <Badge>Handled</Badge> : <WaitingBadge dueAt={dueAt} />}
          <span className="muted">{formatDateTime(createdAt)}</span>
        </div>
      </div>
    </li>
  )
}

function WaitingBadge({ dueAt }: { dueAt: Date | null }) {
  if (!dueAt) return <Badge tone="waiting">Waiting</Badge>
  if (dueAt < new Date()) return <Badge tone="bad">Overdue since {formatDate(dueAt)}</Badge>
  return <Badge tone="waiting">Answer by {formatDate(dueAt)}</Badge>
}
