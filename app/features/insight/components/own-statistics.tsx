import { ArrowLeft } from 'lucide-react'
import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { BarTable, ChartCard, ColumnChart } from '#app/ui/chart.tsx'
import type { Tone } from '#app/ui/chart-tone.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import {
  type FigureName,
  figureLabels,
  figureNames,
  firmsLeast,
  type OwnStatistics,
  type SearchWord,
  type TypicalFirm,
  type WeekOfVisits,
  wordShownFrom,
} from '../schema.ts'
import '#app/ui/chart.css'

const presses: { of: FigureName; label: string; tone: Tone }[] = [
  { of: 'phone', label: 'Phone', tone: 'good' },
  { of: 'website', label: 'Website', tone: 'waiting' },
  { of: 'email', label: 'Email', tone: 'plain' },
]

/** How often an owner's listing was seen, found and used, by the week. */
export function OwnStatisticsScreen({ businessName, weeks, typical, words, isMailOn }: OwnStatistics) {
  const isEmpty = weeks.every((week) => figureNames.every((name) => week[name] === 0))
  const charts: { id: string; title: string; parts: typeof presses }[] = [
    { id: 'views', title: figureLabels.view, parts: [{ of: 'view', label: figureLabels.view, tone: 'good' }] },
    { id: 'found', title: figureLabels.found, parts: [{ of: 'found', label: figureLabels.found, tone: 'good' }] },
    { id: 'presses', title: 'Pressed on your page', parts: presses },
    {
      id: 'enquiries',
      title: figureLabels.enquiries,
      parts: [{ of: 'enquiries', label: figureLabels.enquiries, tone: 'good' }],
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
            {charts.map((chart) => (
              <Weeks key={chart.id} {...chart} weeks={weeks} typical={typical} />
            ))}
            {words.length > 0 && <Words words={words} />}
          </div>
        )}
        <p className="muted mt-8">
          Presses are counted by a script: those of visitors without one are missing. So are visits of whoever switched
          counting off, and of programs that say they are one. The typical firm is the one in the middle of all firms of
          your first trade that have figures for a week, where there are at least {firmsLeast}. Words of searches appear
          once they were searched for {wordShownFrom.searches} times, in {wordShownFrom.weeks} different weeks.
        </p>
        <section className="mt-8" aria-labelledby="monthly-email">
          <h2 id="monthly-email">Monthly email</h2>
          <p className="mt-2 mb-4">
            {isMailOn
              ? 'It is on: at the beginning of a month we email you these figures for the last one.'
              : 'It is off: we send you no figures.'}
          </p>
          <ButtonForm
            name="monthly-email"
            values={{ on: String(!isMailOn) }}
            submit={isMailOn ? 'Switch it off' : 'Switch it on'}
            busy="Saving..."
            kind="secondary"
          />
        </section>
      </div>
    </>
  )
}

/** The words of searches that found the listing. */
function Words({ words }: { words: SearchWord[] }) {
  return (
    <BarTable
      id="words"
      title="Words of these searches"
      lead="What people typed when they found you. Only words of listings, trades and places are counted."
      of="Word"
      rows={words.map(({ word, count }) => ({ name: word ?? 'Other words', count }))}
    />
  )
}

const dayOf = ({ week }: WeekOfVisits) => formatDate(new Date(`${week}T12:00:00Z`))

interface WeeksProps {
  id: string
  title: string
  weeks: WeekOfVisits[]
  parts: typeof presses
  typical: TypicalFirm | null
}

function Weeks({ id, title, weeks, parts, typical }: WeeksProps) {
  const summary = parts.map(({ of, label }) => `${label}: ${weeks.reduce((sum, week) => sum + week[of], 0)}`).join(', ')
  const compared = typical && `Typical firm: ${typical.trade}`
  const typicalOf = (week: WeekOfVisits, name: FigureName) => typical?.weeks[week.week]?.[name] ?? null
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
                      {compared}
                    </th>
                  )}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{dayOf(week)}</th>
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
          name: dayOf(week),
          values: parts.map(({ of }) => week[of]),
          ...(single && { compared: typicalOf(week, single.of) }),
        }))}
      />
    </ChartCard>
  )
}
