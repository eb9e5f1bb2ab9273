import type { Measured } from './directory-measures.ts'

/** Multiples of the floor that a search made before may cost, list and count together. */
const aims = { selective: 10, broad: 40 }
/** Times the cost may grow from the smallest to the largest directory. */
const growthAims = { selective: 5, broad: 20 }
/** A first count may cost this share of the same count without indexes, where that costs more than `from` ms. */
const countAim = { share: 1 / 3, from: 200 }

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
const times = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)}×`
const whole = (value: number) => value.toLocaleString('en-GB')

function table(head: string[], rows: string[][]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** Every figure of one engine at one size: milliseconds as median / 95th percentile, ratios of medians to the floor. */
export function reportRun(engine: string, size: number, measured: Measured[]): string {
  const pair = ({ median, p95 }: { median: number; p95: number }) => `${ms(median)} / ${ms(p95)}`
  return `### ${engine}, ${whole(size)} businesses\n\n${table(
    [
      'query',
      'matches',
      'floor, ms',
      'first time, ms',
      'ratio',
      'again, ms',
      'ratio',
      'count alone, ms',
      'of tables',
      'of listings',
      'list alone, ms',
    ],
    measured.map((row) => [
      row.query.name,
      whole(row.matches),
      pair(row.floor),
      pair(row.first),
      times(row.first.median / row.floor.median),
      pair(row.again),
      times(row.again.median / row.floor.median),
      pair(row.count),
      `${ms(row.countOfTables.median)} (${times(row.count.median / row.countOfTables.median)})`,
      `${ms(row.countOfListings.median)} (${times(row.count.median / row.countOfListings.median)})`,
      pair(row.list),
    ]),
  )}`
}

type Run = { size: number; measured: Measured[] }

/** How the medians grow with the directory. */
export function reportGrowth(engine: string, runs: Run[]): string {
  const [smallest] = runs
  const sizes = runs.map(({ size }) => whole(size))
  const rows = (smallest?.measured ?? []).map((first, index) => {
    const row = runs.map(({ measured }) => measured[index] ?? first)
    const last = row.at(-1) ?? first
    return [
      first.query.name,
      ...row.map(({ again }) => ms(again.median)),
      times(last.again.median / first.again.median),
      ...row.map((entry) => ms(entry.first.median)),
      times(last.first.median / first.first.median),
    ]
  })
  return `### ${engine}, growth (medians, ms)\n\n${table(
    ['query', ...sizes.map((size) => `again, ${size}`), 'growth', ...sizes.map((size) => `first, ${size}`), 'growth'],
    rows,
  )}`
}

/** Each aim, and by how much it was reached or missed. */
export function reportVerdicts(engine: string, size: number, measured: Measured[], smallest: Run | undefined): string {
  const lines: string[] = []
  for (const [index, row] of measured.entries()) {
    const { kind, name } = row.query
    if (kind === 'reported only') continue
    const ratio = row.again.median / row.floor.median
    lines.push(judge(`${name}: again at most ${aims[kind]}× the floor`, ratio <= aims[kind], times(ratio)))
    const before = smallest && smallest.size < size ? smallest.measured[index] : undefined
    if (before) {
      const growth = row.again.median / before.again.median
      lines.push(judge(`${name}: grows at most ${growthAims[kind]}×`, growth <= growthAims[kind], times(growth)))
    }
  }
  for (const row of measured) {
    for (const [what, without] of [
      ['of the tables', row.countOfTables.median],
      ['of the listings', row.countOfListings.median],
    ] as const) {
      if (without <= countAim.from) continue
      const share = row.count.median / without
      lines.push(
        judge(
          `${row.query.name}: first count at most a third of the same ${what} without indexes`,
          share <= countAim.share,
          share.toFixed(2),
        ),
      )
    }
  }
  const missed = lines.filter((line) => line.startsWith('- missed'))
  return `### ${engine}, ${whole(size)} businesses: aims\n\n${lines.length - missed.length} of ${lines.length} reached.\n\n${lines.join('\n')}`
}

function judge(aim: string, reached: boolean, figure: string): string {
  return `- ${reached ? 'reached' : 'missed'}: ${aim} (${figure})`
}
