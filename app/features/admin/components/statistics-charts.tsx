import { formatDate } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { BarTable, ChartCard, ColumnChart, LineChart } from '#app/ui/chart.tsx'
import type { ChartTone } from '#app/ui/chart-tone.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDuration, type StatisticsForAdmins, type WeeklyVerificationDecisionStatistics } from '../statistics.ts'
import '#app/ui/chart.css'

/** The charts of the statistics page. */
export function AdminStatisticsCharts({ weeks, listed, byRegion, byIndustry, byBranch }: StatisticsForAdmins) {
  const listings = `${formatCountWithNoun(listed, 'business is', 'businesses are')} listed`
  return (
    <div className="charts">
      {weeks.some(({ median }) => median !== null) ? (
        <>
          <Decisions weeks={weeks} />
          <Waits weeks={weeks} />
        </>
      ) : (
        <section className="card chart chart-whole" aria-labelledby="decisions">
          <h2 id="decisions">Verifications a week</h2>
          <EmptyState title="Nothing was decided in the last 26 weeks" />
        </section>
      )}
      <BarTable
        id="regions"
        title="Listings by region"
        lead={`${listings}, by their postcodes`}
        of="Region"
        rows={byRegion}
      />
      <BarTable
        id="branches"
        title="Listings by branch"
        lead={`${listings}, by their owners' service`}
        of="Branch"
        rows={byBranch}
      />
      <BarTable
        id="industries"
        title="Listings by industry"
        lead={listings}
        of="Industry"
        rows={byIndustry}
        place="tall"
      />
    </div>
  )
}

const outcomes: { label: string; tone: ChartTone }[] = [
  { label: 'Approved', tone: 'good' },
  { label: 'Asked for more', tone: 'waiting' },
  { label: 'Rejected', tone: 'plain' },
]

function Decisions({ weeks }: Pick<StatisticsForAdmins, 'weeks'>) {
  const valuesOf = ({ approved, more, rejected }: WeeklyVerificationDecisionStatistics) => [approved, more, rejected]
  const totals = outcomes.map((_, part) => weeks.reduce((sum, week) => sum + (valuesOf(week)[part] ?? 0), 0))
  const summary = outcomes.map(({ label }, part) => `${label}: ${totals[part]}`).join(', ')
  return (
    <ChartCard
      id="decisions"
      title="Verifications a week"
      lead="Decisions in each of the last 26 weeks"
      series={outcomes}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {outcomes.map(({ label }) => (
                <th key={label} scope="col" className="figure">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{dayOf(week)}</th>
                {valuesOf(week).map((value, part) => (
                  <td key={outcomes[part]?.label} className="figure">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <ColumnChart
        title="Verifications a week"
        description={`In 26 weeks. ${summary}.`}
        tones={outcomes.map(({ tone }) => tone)}
        columns={weeks.map((week) => ({ name: shortDayOf(week), values: valuesOf(week) }))}
      />
    </ChartCard>
  )
}

const waits: { label: string; tone: ChartTone }[] = [
  { label: 'Median', tone: 'plain' },
  { label: '90% decided within (dotted)', tone: 'faint' },
]

function Waits({ weeks }: Pick<StatisticsForAdmins, 'weeks'>) {
  const longest = Math.max(...weeks.map(({ ninetieth }) => ninetieth ?? 0))
  const unit = longest < 48 * 3_600 ? { name: 'hours', seconds: 3_600 } : { name: 'days', seconds: 86_400 }
  const valuesOf = (of: 'median' | 'ninetieth') =>
    weeks.map((week) => (week[of] === null ? null : week[of] / unit.seconds))
  const last = weeks.findLast(({ median }) => median !== null)
  const latest = last?.median == null ? null : formatDuration(last.median)
  return (
    <ChartCard
      id="waits"
      title="Time to decision"
      lead={`From being submitted to being decided, in ${unit.name}`}
      series={waits}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col" className="figure">
                Median
              </th>
              <th scope="col" className="figure">
                90% decided within
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{dayOf(week)}</th>
                <td className="figure">{week.median === null ? 'None' : formatDuration(week.median)}</td>
                <td className="figure">{week.ninetieth === null ? 'None' : formatDuration(week.ninetieth)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <LineChart
        title="Time to decision"
        description={
          last && latest
            ? `In the week from ${dayOf(last)} the median decision took ${latest}, and 90% were decided within ${formatDuration(last.ninetieth ?? 0)}.`
            : ''
        }
        names={weeks.map(shortDayOf)}
        lines={[
          { tone: 'plain', values: valuesOf('median') },
          { tone: 'faint', values: valuesOf('ninetieth') },
        ]}
        lastLabel={latest}
      />
    </ChartCard>
  )
}

function dayOf({ week }: WeeklyVerificationDecisionStatistics): string {
  return formatDate(new Date(`${week}T12:00:00Z`))
}

/** 'Nov 16' */
function shortDayOf(week: WeeklyVerificationDecisionStatistics): string {
  return dayOf(week).slice(0, 6)
}
