import { type ReactNode, useId } from 'react'
import { axisTicksUpTo, labelledChartColumns } from './chart-scale.ts'
import type { ChartTone } from './chart-tone.ts'
import { ScrollableTableRegion } from './table-region.tsx'
import './chart.css'

interface ChartCardProps {
  /** Id of its heading. */
  id: string
  title: string
  lead: string
  /** The legend; none for a single series. */
  series?: { label: string; tone: ChartTone }[]
  /** The label of the lines across the columns. */
  compared?: string | null
  children: ReactNode
  /** The data as the rows of a table, including its head. */
  table: ReactNode
}

/** A chart with its title, legend, and data as a table. */
export function ChartCard({ id, title, lead, series = [], compared, children, table }: ChartCardProps) {
  return (
    <section className="card chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{lead}</p>
      {(series.length > 0 || compared) && (
        <ul className="chart-key">
          {series.map(({ label, tone }) => (
            <li key={label}>
              <svg className={`chart-${tone}`} width="12" height="12" aria-hidden="true" focusable="false">
                <rect width="12" height="12" />
              </svg>
              {label}
            </li>
          ))}
          {compared && (
            <li>
              <svg width="18" height="12" aria-hidden="true" focusable="false">
                <line className="chart-compared" x1="0" x2="18" y1="6" y2="6" />
              </svg>
              {compared}
            </li>
          )}
        </ul>
      )}
      {children}
      <details className="chart-table">
        <summary>Show as a table</summary>
        <ScrollableTableRegion label={`${title}, as a table`}>{table}</ScrollableTableRegion>
      </details>
    </section>
  )
}

const [top, bottom, height] = [10, 170, 200]

interface PlotProps {
  title: string
  /** A description for screen readers. */
  description: string
  marks: number[]
  /** Labels of the columns; some are shown. */
  names: string[]
  children: ReactNode
}

/** Axes and the plot. Positions are shares of the width, so that text keeps its size. */
function Plot({ title, description, marks, names, children }: PlotProps) {
  const id = useId()
  const most = marks.at(-1) ?? 1
  const named = labelledChartColumns(names.length)
  return (
    <div className="chart-plot">
      <svg className="chart-marks" height={height} aria-hidden="true" focusable="false">
        {marks.map((mark) => (
          <text key={mark} x="100%" y={heightOf(mark, most) + 4} textAnchor="end">
            {mark.toLocaleString('en-GB')}
          </text>
        ))}
      </svg>
      <svg width="100%" height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`} focusable="false">
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {marks.map((mark) => (
          <line
            key={mark}
            className="chart-grid"
            x1="0"
            x2="100%"
            y1={heightOf(mark, most)}
            y2={heightOf(mark, most)}
          />
        ))}
        {children}
        {names.map((name, index) =>
          named.has(index) ? (
            <text
              key={name}
              {...(named.get(index) === 'fine' && { className: 'chart-fine' })}
              x={middleOf(index, names.length)}
              y={height - 8}
              textAnchor="middle"
            >
              {name}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}

function heightOf(value: number, most: number): number {
  return bottom - (value / most) * (bottom - top)
}

function middleOf(index: number, count: number): string {
  return share((index + 0.5) / count)
}

function share(part: number): string {
  return `${(part * 100).toFixed(3)}%`
}

interface ColumnChartProps {
  title: string
  description: string
  /** From the bottom up. */
  tones: ChartTone[]
  columns: {
    name: string
    values: number[]
    /** Drawn as a line across the column; none for null. */
    compared?: number | null
  }[]
}

/** A stacked column chart. */
export function ColumnChart({ title, description, tones, columns }: ColumnChartProps) {
  const heights = columns.map(({ values, compared }) =>
    Math.max(
      compared ?? 0,
      values.reduce((sum, value) => sum + value, 0),
    ),
  )
  const marks = axisTicksUpTo(Math.max(...heights))
  const most = marks.at(-1) ?? 1
  return (
    <Plot title={title} description={description} marks={marks} names={columns.map(({ name }) => name)}>
      {columns.map(({ name, values }, index) => {
        let below = 0
        return values.map((value, part) => {
          const [from, to] = [heightOf(below, most), heightOf(below + value, most)]
          below += value
          return value === 0 ? null : (
            <rect
              key={`${name}-${tones[part]}`}
              className={`chart-${tones[part]}`}
              x={share((index + 0.15) / columns.length)}
              width={share(0.7 / columns.length)}
              y={to}
              height={from - to}
            />
          )
        })
      })}
      {columns.map(({ name, compared }, index) =>
        typeof compared === 'number' ? (
          <line
            key={name}
            className="chart-compared"
            x1={share((index + 0.05) / columns.length)}
            x2={share((index + 0.95) / columns.length)}
            y1={heightOf(compared, most)}
            y2={heightOf(compared, most)}
          />
        ) : null,
      )}
    </Plot>
  )
}

interface LineChartProps {
  title: string
  description: string
  names: string[]
  /** The last value of the first line is marked; null leaves a gap. */
  lines: { tone: ChartTone; values: (number | null)[] }[]
  /** The label of the mark. */
  lastLabel: string | null
}

/** A line chart; a single value is a dot. */
export function LineChart({ title, description, names, lines, lastLabel }: LineChartProps) {
  const marks = axisTicksUpTo(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const most = marks.at(-1) ?? 1
  const [first] = lines
  const last = first?.values.findLastIndex((value) => value !== null) ?? -1
  const lastHeight = heightOf(first?.values[last] ?? 0, most)
  return (
    <Plot title={title} description={description} marks={marks} names={names}>
      {lines.map(({ tone, values }) =>
        values.map((value, index) => {
          if (value === null) return null
          const [before, after] = [values[index - 1] ?? null, values[index + 1] ?? null]
          const place = { x1: middleOf(index, names.length), y1: heightOf(value, most) }
          if (after === null) {
            return before === null ? (
              <circle key={names[index]} className={`chart-${tone}`} cx={place.x1} cy={place.y1} r="2.5" />
            ) : null
          }
          return (
            <line
              key={names[index]}
              className={`chart-line chart-${tone}`}
              {...place}
              x2={middleOf(index + 1, names.length)}
              y2={heightOf(after, most)}
            />
          )
        }),
      )}
      {last >= 0 && (
        <>
          <circle className="chart-last" cx={middleOf(last, names.length)} cy={lastHeight} r="4.5" />
          {lastLabel && (
            <text
              className="chart-said"
              x={middleOf(last, names.length)}
              // At the bottom, where lines are rare; above a mark that is at the bottom itself.
              y={lastHeight > bottom - 50 ? lastHeight - 14 : bottom - 10}
              textAnchor={last > names.length / 2 ? 'end' : 'start'}
            >
              {lastLabel}
            </text>
          )}
        </>
      )}
    </Plot>
  )
}

interface BarTableProps {
  /** Id of its heading. */
  id: string
  title: string
  lead: string
  /** The name of the rows. */
  of: string
  rows: { name: string; count: number }[]
  /** Beside two others, or across the whole width. */
  place?: 'tall' | 'whole'
}

/** A table of counts with a bar for each. */
export function BarTable({ id, title, lead, of, rows, place }: BarTableProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section className={place ? `card chart chart-${place}` : 'card chart'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{lead}</p>
      <table className="bar-table" aria-labelledby={id}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">Number</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <svg width="100%" height="8" aria-hidden="true" focusable="false">
                  <rect className="chart-ground" width="100%" height="8" />
                  <rect className="chart-plain" width={share(count / most)} height="8" />
                </svg>
              </th>
              <td>{count.toLocaleString('en-GB')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
