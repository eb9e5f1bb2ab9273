import { ArrowLeft } from 'lucide-react'
import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { BarTable, ChartCard, ColumnChart } from '#app/ui/chart.tsx'
import type { ChartTone } from '#app/ui/chart-tone.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingSwitch } from '#app/ui/setting.tsx'
import {
  fewestFirmsForTradeVisitMedian,
  type ListingSearchTerm,
  listingSearchTermShownThreshold,
  type MedianVisitsOfTradeFirms,
  type OwnVisitStatistics,
  type VisitStatisticName,
  visitStatisticLabels,
  visitStatisticNames,
  type WeekOfVisits,
} from '../model.ts'
import '#app/ui/chart.css'

const presses: { of: VisitStatisticName; label: string; tone: ChartTone }[] = [
  { of: 'phone', label: 'Phone', tone: 'good' },
  { of: 'website', label: 'Website', tone: 'waiting' },
  { of: 'email', label: 'Email', tone: 'plain' },
]

/** How often an owner's listing was seen, found and used, by the week. */
export function OwnVisitStatisticsScreen({
  businessName,
  weeks,
  typical,
  words,
  isMailOn,
  answer,
}: OwnVisitStatistics & { answer: FormRefusal | undefined }) {
  const isEmpty = weeks.every((week) => visitStatisticNames.every((name) => week[name] === 0))
  const charts: { id: string; title: string; parts: typeof presses }[] = [
    {
      id: 'views',
      title: visitStatisticLabels.view,
      parts: [{ of: 'view', label: visitStatisticLabels.view, tone: 'good' }],
    },
    {
      id: 'found',
      title: visitStatisticLabels.found,
      parts: [{ of: 'found', label: visitStatisticLabels.found, tone: 'good' }],
    },
    { id: 'presses', title: 'Clicks', parts: presses },
    {
      id: 'enquiries',
      title: visitStatisticLabels.enquiries,
      parts: [{ of: 'enquiries', label: visitStatisticLabels.enquiries, tone: 'good' }],
    },
  ]
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
            How often people saw {businessName} in the last {weeks.length} weeks. We use no cookies for this, and do not
            count your own visits.
          </p>
        </div>
      </div>
      <div className="wrap section">
        {isEmpty ? (
          <EmptyState title="Nothing counted yet" heading="h2">
            <p>When someone views your page or finds you in a search, it appears here within 10 seconds.</p>
          </EmptyState>
        ) : (
          <div className="charts">
            {charts.map((chart) => (
              <Weeks key={chart.id} {...chart} weeks={weeks} typical={typical} />
            ))}
            {words.length > 0 && <SearchTerms words={words} />}
          </div>
        )}
        <p className="muted mt-8">We cannot count visitors who block scripts or asked not to be counted, or robots.</p>
        {typical && (
          <p className="muted mt-4">
            The typical business is the middle one in your main trade: half have more, and half have fewer. We show it
            for weeks in which at least {fewestFirmsForTradeVisitMedian} of them were viewed or found.
          </p>
        )}
        <SettingSwitch
          name="monthly-email"
          title="Monthly email"
          isOn={isMailOn}
          states={{
            on: 'at the start of each month we email you the statistics for the last one.',
            off: 'we do not email you your statistics.',
          }}
          answer={answer}
        />
      </div>
    </>
  )
}

/** The words of searches that found the listing. */
function SearchTerms({ words }: { words: ListingSearchTerm[] }) {
  return (
    <BarTable
      id="words"
      title="What people searched for"
      lead={`Words in searches that found you. We show a word once it was in ${listingSearchTermShownThreshold.searches} searches, in ${listingSearchTermShownThreshold.weeks} different weeks.`}
      of="Word"
      rows={words.map(({ word, count }) => ({ name: word ?? 'Other words', count }))}
      place="whole"
    />
  )
}

const dateOf = ({ week }: WeekOfVisits) => new Date(`${week}T12:00:00Z`)

interface WeeksProps {
  id: string
  title: string
  weeks: WeekOfVisits[]
  parts: typeof presses
  typical: MedianVisitsOfTradeFirms | null
}

function Weeks({ id, title, weeks, parts, typical }: WeeksProps) {
  const totalOf = (name: VisitStatisticName) => weeks.reduce((sum, week) => sum + week[name], 0).toLocaleString('en-GB')
  const summary = parts.map(({ of, label }) => `${label}: ${totalOf(of)}`).join(', ')
  const compared = typical && `Typical business: ${typical.trade}`
  const typicalOf = (week: WeekOfVisits, name: VisitStatisticName) => typical?.weeks[week.week]?.[name] ?? null
  const [single] = parts.length === 1 ? parts : []
  return (
    <ChartCard
      id={id}
      title={title}
      lead={summary}
      {...(parts.length > 1 && { series: parts })}
      {...(single && { compared })}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {parts.map(({ of, label }) => (
                <Fragment key={of}>
                  <th scope="col" className="figure">
                    {label}
                  </th>
                  {compared && (
                    <th scope="col" className="figure">
                      {single ? compared : `${compared}, ${label}`}
                    </th>
                  )}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{formatDate(dateOf(week))}</th>
                {parts.map(({ of }) => (
                  <Fragment key={of}>
                    <td className="figure">{week[of]}</td>
                    {compared && <td className="figure">{typicalOf(week, of) ?? '–'}</td>}
                  </Fragment>
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
        columns={weeks.map((week) => ({
          name: formatDate(dateOf(week)),
          values: parts.map(({ of }) => week[of]),
          ...(single && { compared: typicalOf(week, single.of) }),
        }))}
      />
    </ChartCard>
  )
}
