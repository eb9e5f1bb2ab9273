import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { ChartCard, ColumnChart } from '#app/ui/chart.tsx'
import type { Tone } from '#app/ui/chart-tone.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { OwnStatistics, WeekOfVisits } from '../schema.ts'
import '#app/ui/chart.css'

type Column = Exclude<keyof WeekOfVisits, 'week'>

const labels: Record<Column, string> = {
  view: 'Page seen',
  found: 'Found in searches',
  phone: 'Phone pressed',
  website: 'Website pressed',
  email: 'Email pressed',
  enquiries: 'Enquiries',
}
const columns = Object.keys(labels) as Column[]

const presses: { of: Column; label: string; tone: Tone }[] = [
  { of: 'phone', label: 'Phone', tone: 'good' },
  { of: 'website', label: 'Website', tone: 'waiting' },
  { of: 'email', label: 'Email', tone: 'plain' },
]

/** How often an owner's listing was seen, found and used, by the week. */
export function OwnStatisticsScreen({ businessName, weeks }: OwnStatistics) {
  const totalOf = (column: Column) => weeks.reduce((sum, week) => sum + week[column], 0)
  const isEmpty = columns.every((column) => totalOf(column) === 0)
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <Link className="more" to={href('/my-business')}>
            <Icon of={ArrowLeft} size="small" />
            My Business
          </Link>
          <h1>Statistics</h1>
          <p className="lead">
            How often {businessName} was seen in the last {weeks.length} weeks. Counted without cookies, and without
            your own visits.
          </p>
        </div>
      </div>
      <div className="wrap section">
        {isEmpty ? (
          <EmptyState title="Nothing counted yet" heading="h2">
            <p>Once somebody sees your page or finds you in a search, it appears here within ten seconds.</p>
          </EmptyState>
        ) : (
          <div className="charts">
            <Weeks
              id="views"
              title="Page seen"
              weeks={weeks}
              parts={[{ of: 'view', label: labels.view, tone: 'good' }]}
            />
            <Weeks
              id="found"
              title="Found in searches"
              weeks={weeks}
              parts={[{ of: 'found', label: labels.found, tone: 'good' }]}
            />
            <Weeks id="presses" title="Pressed on your page" weeks={weeks} parts={presses} />
            <Weeks
              id="enquiries"
              title="Enquiries"
              weeks={weeks}
              parts={[{ of: 'enquiries', label: labels.enquiries, tone: 'good' }]}
            />
          </div>
        )}
        <p className="muted mt-8">
          Presses are counted by a script: those of visitors without one are missing. So are visits of whoever switched
          counting off, and of programs that say they are one.
        </p>
      </div>
    </>
  )
}

const dayOf = ({ week }: WeekOfVisits) => formatDate(new Date(`${week}T12:00:00Z`))

interface WeeksProps {
  id: string
  title: string
  weeks: WeekOfVisits[]
  parts: { of: Column; label: string; tone: Tone }[]
}

function Weeks({ id, title, weeks, parts }: WeeksProps) {
  const summary = parts.map(({ of, label }) => `${label}: ${weeks.reduce((sum, week) => sum + week[of], 0)}`).join(', ')
  return (
    <ChartCard
      id={id}
      title={title}
      lead={summary}
      {...(parts.length > 1 && { series: parts })}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {parts.map(({ of, label }) => (
                <th key={of} scope="col" className="figure">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{dayOf(week)}</th>
                {parts.map(({ of }) => (
                  <td key={of} className="figure">
                    {week[of]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <ColumnChart
        title={title}
        description={summary}
        tones={parts.map(({ tone }) => tone)}
        columns={weeks.map((week) => ({ name: dayOf(week), values: parts.map(({ of }) => week[of]) }))}
      />
    </ChartCard>
  )
}
