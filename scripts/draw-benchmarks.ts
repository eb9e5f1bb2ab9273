// Draws the plot of the README from docs/benchmarks.md: how long searches take at two sizes of the directory.
//   node scripts/draw-benchmarks.ts
import { readFileSync, writeFileSync } from 'node:fs'

const plotFile = 'docs/pictures/searches.svg'

/** Searches of the report, with what they are called in the plot. */
const searches = {
  'no filter': 'All businesses, first page',
  'about 100, best': 'A word that 100 have',
  'about 2,000, with a place': 'A common word in a place',
  'about 2,000, best': 'A common word anywhere',
  typo: 'A word with a mistake',
  county: 'All of a county',
}
const sizes = ['3,400', '340,000']

/** Median milliseconds of a whole page, by size and search. */
function readMedians(report: string): Map<string, number[]> {
  const parts = sizes.map((size) => {
    const [, part = ''] = report.split(`### postgresql, ${size} businesses\n`)
    return part.split('\n### ')[0] ?? ''
  })
  return new Map(
    Object.entries(searches).map(([name, label]) => [
      label,
      parts.map((part) => {
        const row = part.split('\n').find((line) => line.startsWith(`| ${name} |`))
        const median = Number.parseFloat(row?.split('|')[8] ?? '')
        if (Number.isNaN(median)) throw new Error(`docs/benchmarks.md has no row '${name}'`)
        return median
      }),
    ]),
  )
}

/** The plot: a bar for each search and size. Its colours follow the reader's theme. */
export function drawPlot(report: string): string {
  const medians = readMedians(report)
  const most = Math.max(...[...medians.values()].flat())
  const [left, width, rowHeight] = [230, 420, 46]
  const rows = [...medians].map(([label, values], row) => {
    const bars = values.map((value, index) => {
      const [y, length] = [row * rowHeight + 44 + index * 17, Math.max(2, (value / most) * width)]
      return [
        `<rect class="size-${index}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="13"/>`,
        `<text x="${(left + length + 6).toFixed(1)}" y="${y + 11}">${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms</text>`,
      ].join('')
    })
    return `<text x="${left - 10}" y="${row * rowHeight + 64}" text-anchor="end">${label}</text>${bars.join('')}`
  })
  const key = sizes.map(
    (size, index) =>
      `<rect class="size-${index}" x="${left + index * 170}" y="14" width="13" height="13"/><text x="${left + 20 + index * 170}" y="25">${size} businesses</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="${medians.size * rowHeight + 50}" role="img" aria-label="Milliseconds for a page of results">
<style>
text { font: 13px system-ui, sans-serif; fill: #12213a; }
.size-0 { fill: #8a93a3; }
.size-1 { fill: #2a5d43; }
@media (prefers-color-scheme: dark) { text { fill: #f3ecdd; } .size-1 { fill: #8fcaa6; } }
</style>
${[...key, ...rows].join('\n')}
</svg>
`
}

if (import.meta.main) writeFileSync(plotFile, drawPlot(readFileSync('docs/benchmarks.md', 'utf8')))
