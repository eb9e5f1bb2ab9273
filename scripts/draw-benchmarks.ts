// Draws the plots of the README and of docs/capacity.md from the tables of the benchmarks.
//   node scripts/draw-benchmarks.ts
import { readFileSync, writeFileSync } from 'node:fs'

/** A row of a plot, with a bar for each of two values. */
interface PlotRow {
  label: string
  values: [number, number]
}

interface Plot {
  title: string
  /** What the two bars of a row are. */
  bars: [string, string]
  rows: PlotRow[]
  /** Writes a value at the end of its bar. */
  format: (value: number) => string
  /** Whether the length of a bar is the logarithm of its value. */
  isLogarithmic?: boolean
}

/** Searches of the report, with what they are called in the plot. */
const searches = {
  'no filter': 'All businesses, first page',
  'about 100, best': 'A word that 100 have',
  'about 2,000, with a place': 'A common word in a place',
  'about 2,000, best': 'A common word anywhere',
  typo: 'A word with a mistake',
  county: 'All of a county',
}
const sizes: [string, string] = ['3,400', '340,000']

/** The plot of how long searches take at two sizes of the directory, from docs/benchmarks.md. @throws if a row is missing there */
export function drawSearches(report: string): string {
  const [small = '', large = ''] = sizes.map((size) => {
    const [, part = ''] = report.split(`### postgresql, ${size} businesses\n`)
    return part.split('\n### ')[0] ?? ''
  })
  const readMedian = (part: string, name: string) => {
    const row = part.split('\n').find((line) => line.startsWith(`| ${name} |`))
    const median = Number.parseFloat(row?.split('|')[8] ?? '')
    if (Number.isNaN(median)) throw new Error(`docs/benchmarks.md has no row '${name}'`)
    return median
  }
  return draw({
    title: 'Milliseconds for a page of results',
    bars: [`${sizes[0]} businesses`, `${sizes[1]} businesses`],
    rows: Object.entries(searches).map(([name, label]) => ({
      label,
      values: [readMedian(small, name), readMedian(large, name)],
    })),
    format: (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`,
  })
}

/** The plot of what sites need, from the table of docs/capacity.md. @throws if there is none */
export function drawCapacity(page: string): string {
  const [, report = ''] = page.split('<!-- capacity-plans -->')
  const lines = report.split('<!-- /capacity-plans -->')[0]?.split('\n') ?? []
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const header = cells.find(([, first]) => first === 'listings')
  if (!header) throw new Error('docs/capacity.md has no table of what sites need')
  const column = (name: string) => header.indexOf(name)
  const rows = cells.filter((row) => row.length === header.length && /^[\d,]+$/.test(row[1] ?? ''))
  const read = (row: string[], name: string) => Number(row[column(name)]?.replaceAll(',', ''))
  return draw({
    title: 'Web processes, and cores of PostgreSQL, for so many listings and visits a day',
    bars: ['web processes', 'cores of PostgreSQL'],
    rows: rows.map((row) => ({
      label: `${row[column('listings')]}: ${row[column('visits a day')]} visits`,
      values: [read(row, 'web processes'), read(row, 'cores for PostgreSQL')],
    })),
    format: (value) => value.toLocaleString('en-GB'),
    isLogarithmic: true,
  })
}

/** Draws a plot as SVG. Its colours follow the reader's theme. */
function draw({ title, bars, rows, format, isLogarithmic = false }: Plot): string {
  const most = Math.max(...rows.flatMap(({ values }) => values))
  const [left, width, rowHeight] = [230, 420, 46]
  // Of one and a half times the value, so that a value of 1 has a bar, too.
  const lengthOf = (value: number) =>
    Math.max(2, (isLogarithmic ? Math.log10(value * 1.5) / Math.log10(most * 1.5) : value / most) * width)
  const drawn = rows.map(({ label, values }, row) => {
    const both = values.map((value, index) => {
      const [y, length] = [row * rowHeight + 44 + index * 17, lengthOf(value)]
      return [
        `<rect class="bar-${index}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="13"/>`,
        `<text x="${(left + length + 6).toFixed(1)}" y="${y + 11}">${format(value)}</text>`,
      ].join('')
    })
    return `<text x="${left - 10}" y="${row * rowHeight + 64}" text-anchor="end">${label}</text>${both.join('')}`
  })
  const key = bars.map(
    (name, index) =>
      `<rect class="bar-${index}" x="${left + index * 170}" y="14" width="13" height="13"/><text x="${left + 20 + index * 170}" y="25">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="${rows.length * rowHeight + 50}" role="img" aria-label="${title}">
<style>
text { font: 13px system-ui, sans-serif; fill: #12213a; }
.bar-0 { fill: #8a93a3; }
.bar-1 { fill: #2a5d43; }
@media (prefers-color-scheme: dark) { text { fill: #f3ecdd; } .bar-1 { fill: #8fcaa6; } }
</style>
${[...key, ...drawn].join('\n')}
</svg>
`
}

if (import.meta.main) {
  writeFileSync('docs/pictures/searches.svg', drawSearches(readFileSync('docs/benchmarks.md', 'utf8')))
  writeFileSync('docs/pictures/capacity.svg', drawCapacity(readFileSync('docs/capacity.md', 'utf8')))
}
