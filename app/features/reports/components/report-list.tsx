import { Link } from 'react-router'
import { formatDateTime, formatLongDate } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChoices } from '#app/ui/filter-choices.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { Notice } from '#app/ui/notice.tsx'
import {
  contentReportReasons,
  type ListedReportedItem,
  type ReportFilter,
  reportStates,
  reportSubjectTypes,
} from '../model.ts'
import { filteredReportsPath, reportsOfItemPath, reportsPath } from '../rules.ts'
import '#app/ui/ledger.css'
import './reports.css'

/** When the assessments of online safety are due, for admins. */
export function OnlineSafetyReviewReminder({ date, isOverdue }: { date: string; isOverdue: boolean }) {
  const day = formatLongDate(new Date(`${date}T12:00:00Z`))
  if (!isOverdue) return <p>Review the online safety assessments by {day}.</p>
  return (
    <Notice tone="bad">
      <p>The review of the online safety assessments is overdue. It was due by {day}.</p>
    </Notice>
  )
}

interface ReportListProps {
  page: KeysetPage<ListedReportedItem>
  filter: ReportFilter
}

/** What was reported, the last reported first. */
export function ReportedItemList({ page: { rows, previous, next }, filter }: ReportListProps) {
  const isNarrowed = filter.state !== null || filter.type !== null
  return (
    <section aria-labelledby="reports">
      <div className="between">
        <h2 id="reports">Last reported first</h2>
        <div className="row report-filters">
          <FilterChoices
            label="Status"
            all="All"
            choices={reportStates}
            chosen={filter.state}
            to={(state) => filteredReportsPath({ ...filter, state })}
          />
          <FilterChoices
            label="What it is about"
            all="Everything"
            choices={reportSubjectTypes}
            chosen={filter.type}
            to={(type) => filteredReportsPath({ ...filter, type })}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={isNarrowed || previous ? 'No reports here' : 'No reports yet'}>
          <p>What people report about listings, pictures and podcasts appears here.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="ledger reports">
            {rows.map((row) => (
              <ReportRow key={row.id} row={row} />
            ))}
          </ul>
          <KeysetPagination previous={previous} next={next} path={reportsPath} keep={{ ...filter }} />
        </>
      )}
    </section>
  )
}

function ReportRow({ row }: { row: ListedReportedItem }) {
  const { id, subject, reports, reasons: given, lastReportedAt, isOpen, objections, isOwn } = row
  return (
    <li>
      <div className="ledger-main">
        <h3>
          <Link className="ledger-name" to={reportsOfItemPath(id)}>
            {subject.name ?? 'Deleted'}
          </Link>
        </h3>
        <p>{reportSubjectTypes[subject.type]}</p>
      </div>
      <p>{given.map((reason) => contentReportReasons[reason]).join(', ')}</p>
      <div className="ledger-facts">
        <p>
          {formatCountWithNoun(reports, 'report')}, the last {formatDateTime(lastReportedAt)}
        </p>
        <div className="row row-s">
          {isOpen ? <Badge tone="waiting">To decide</Badge> : <Badge>Decided</Badge>}
          {objections > 0 && <Badge tone="waiting">Contested</Badge>}
          {isOwn && <Badge>By its owner</Badge>}
        </div>
      </div>
    </li>
  )
}
