import type { Measured, RefreshTimes } from './directory-measures.ts'

/** Multiples of the floor that a search made before may cost, list and count together. */
const aims = { selective: 10, broad: 40 }
/** Times the cost may grow from the smallest to the largest directory. */
const growthAims = { selective: 5, broad: 20 }
/** A first count may cost this share of the same count without indexes, where that costs more than `from` ms. */
const countAim = { share: 1 / 3, from: 200 }

export interface Run {
  size: number
  measured: Measured[]
}

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
      times(floors(row, 'first')),
      pair(row.again),
      times(floors(row, 'again')),
      pair(row.count),
      `${ms(row.countOfTables.median)} (${times(row.count.median / row.countOfTables.median)})`,
      `${ms(row.countOfListings.median)} (${times(row.count.median / row.countOfListings.median)})`,
      pair(row.list),
    ]),
  )}`
}

/** What a search costs in floors of its own run, so that runs at a busier and a calmer moment can be compared. */
const floors = (row: Measured, what: 'first' | 'again') => row[what].median / row.floor.median

/** The smallest directory in which a query finds anything, as finding nothing costs nothing. */
function smallestWithMatches(runs: Run[], index: number): Measured | undefined {
  return runs.map(({ measured }) => measured[index]).find((row) => row && row.matches > 0)
}

/** How the cost of each query, in floors, grows with the directory. */
export function reportGrowth(engine: string, runs: Run[]): string {
  const sizes = runs.map(({ size }) => whole(size))
  const queries = runs[0]?.measured ?? []
  const rows = queries.map(({ query }, index) => {
    const before = smallestWithMatches(runs, index)
    const cells = (what: 'first' | 'again') => {
      const costs = runs.map(({ measured }) => measured[index]).map((row) => (row ? floors(row, what) : Number.NaN))
      return [...costs.map(times), before ? times((costs.at(-1) ?? Number.NaN) / floors(before, what)) : 'no match']
    }
    return [query.name, ...cells('again'), ...cells('first')]
  })
  return `### ${engine}, growth (medians as multiples of the floor)\n\n${table(
    ['query', ...sizes.map((size) => `again, ${size}`), 'growth', ...sizes.map((size) => `first, ${size}`), 'growth'],
    rows,
  )}`
}

/** What bringing every listing in line with its business costs. */
export function reportRefresh(engine: string, refresh: RefreshTimes): string {
  const cost = (value: number) => `${ms(value)} (${times(value / refresh.floor)})`
  return `### ${engine}, refresh of ${whole(refresh.listings)} listings\n\n${table(
    ['reading the view, ms', 'none differs, ms', 'all differ, ms', "longest wait of an owner's change, ms"],
    [[ms(refresh.floor), cost(refresh.unchanged), cost(refresh.changed), ms(refresh.longestWait)]],
  )}`
}

/** Each aim, and by how much it was reached or missed. */
export function reportVerdicts(engine: string, runs: Run[]): string {
  const { size, measured } = runs.at(-1) ?? { size: 0, measured: [] }
  const lines: string[] = []
  for (const [index, row] of measured.entries()) {
    const { kind, name } = row.query
    if (kind === 'reported only') continue
    const ratio = floors(row, 'again')
    lines.push(judge(`${name}: again at most ${aims[kind]}× the floor`, ratio <= aims[kind], times(ratio)))
    const before = smallestWithMatches(runs.slice(0, -1), index)
    if (before) {
      const growth = ratio / floors(before, 'again')
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
