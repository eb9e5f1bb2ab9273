import { BarTable, ChartCard, ColumnChart, LineChart } from '#app/ui/chart.tsx'
import type { ChartTone } from '#app/ui/chart-tone.ts'
import type { ShowcaseTheme } from './part.ts'

const weeks = ['Oct 5', 'Oct 12', 'Oct 19', 'Oct 26', 'Nov 2', 'Nov 9']
const decisions = [
  [12, 3, 1],
  [15, 2, 2],
  [9, 4, 0],
  [18, 1, 1],
  [14, 5, 2],
  [20, 2, 1],
]
const days = [6, 5.5, null, 4, 4.5, 3]
const series: { label: string; tone: ChartTone }[] = [
  { label: 'Approved', tone: 'good' },
  { label: 'Asked for more', tone: 'waiting' },
  { label: 'Rejected', tone: 'plain' },
]

export function ChartShowcase({ theme }: { theme: ShowcaseTheme }) {
  return (
    <>
      <ChartCard
        id={`columns-${theme}`}
        title="Verifications a week"
        lead="Columns of several series"
        series={series}
        table={<WeekTable names={series.map(({ label }) => label)} rows={decisions} />}
      >
        <ColumnChart
          title="Verifications a week"
          description="Between 13 and 23 a week"
          tones={series.map(({ tone }) => tone)}
          columns={decisions.map((values, index) => ({ name: weeks[index] ?? '', values }))}
        />
      </ChartCard>
      <ChartCard
        id={`lines-${theme}`}
        title="Time to decision"
        lead="A line with a gap, its last value marked"
        table={<WeekTable names={['Days']} rows={days.map((value) => [value ?? 'None'])} />}
      >
        <LineChart
          title="Time to decision"
          description="From six days to three"
          names={weeks}
          lines={[{ tone: 'plain', values: days }]}
          lastLabel="3 days"
        />
      </ChartCard>
      <BarTable
        id={`bars-${theme}`}
        title="Listings by branch"
        lead="Counts by name"
        of="Branch"
        rows={[
          { name: 'British Army', count: 520 },
          { name: 'Royal Navy', count: 190 },
          { name: 'Royal Marines', count: 0 },
        ]}
      />
    </>
  )
}

/** The same data, one week per row. */
function WeekTable({ names, rows }: { names: string[]; rows: (string | number)[][] }) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">Week from</th>
          {names.map((name) => (
            <th key={name} scope="col" className="figure">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((values, index) => (
          <tr key={weeks[index]}>
            <th scope="row">{weeks[index]}</th>
            {values.map((value, column) => (
              <td key={names[column]} className="figure">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
}
