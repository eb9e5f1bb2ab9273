import type { MeasuredHelp } from './directory-assistance.ts'
import type { ClientTimes } from './directory-clients.ts'
import type { ImportTimes } from './directory-import.ts'
import type { Measured } from './directory-measures.ts'
import { firstListName } from './directory-queries.ts'
import type { RefreshTimes } from './directory-refresh.ts'

/** Everything that was measured at one size. */
export interface Run {
  size: number
  measured: Measured[]
  help: MeasuredHelp[]
}

/** Times that ratios may grow when a directory of `from` businesses grows tenfold. */
const growthAim = { from: 340_000, times: 4 }
const perSecondAim = 100
const longestWaitAim = 1000

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
const times = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)}×`
const whole = (value: number) => value.toLocaleString('en-GB')
const pair = ({ median, p95 }: { median: number; p95: number }) => `${ms(median)} / ${ms(p95)}`

function table(head: string[], rows: string[][]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

type Part = 'list' | 'count' | 'first' | 'again'

/** What a part of a search costs in floors of its own run, so that a busy and a calm moment can be compared. */
const floors = (row: Measured, part: Part) => row[part].median / row.floor.median

/** Every figure at one size: milliseconds as median / 95th percentile, ratios of medians to the floor. */
export function reportRun({ size, measured, help }: Run): string {
  const searches = table(
    [
      'search',
      'matches',
      'floor, ms',
      'list, ms',
      'ratio',
      'count, ms',
      'ratio',
      'whole page, ms',
      'ratio',
      'again, ratio',
    ],
    measured.map((row) => [
      row.query.name,
      whole(row.matches),
      pair(row.floor),
      pair(row.list),
      times(floors(row, 'list')),
      pair(row.count),
      times(floors(row, 'count')),
      pair(row.first),
      times(floors(row, 'first')),
      times(floors(row, 'again')),
    ]),
  )
  const others = table(
    ['asked beside the list', 'floor, ms', 'taken, ms', 'ratio'],
    help.map(({ name, floor, taken }) => [name, pair(floor), pair(taken), times(taken.median / floor.median)]),
  )
  return `### ${whole(size)} businesses\n\n${searches}\n\n${others}`
}

/** How the cost of each search, in floors, grows with the directory. */
export function reportGrowth(runs: Run[]): string {
  const cells = (name: string, part: Part) =>
    runs
      .map(({ measured }) => measured.find(({ query }) => query.name === name))
      .map((row) => (row ? times(floors(row, part)) : '–'))
  return `### Growth (medians as multiples of the floor)\n\n${table(
    ['search', ...runs.map(({ size }) => `list, ${whole(size)}`), ...runs.map(({ size }) => `count, ${whole(size)}`)],
    (runs[0]?.measured ?? []).map(({ query: { name } }) => [name, ...cells(name, 'list'), ...cells(name, 'count')]),
  )}`
}

/** What many clients got at once. */
export function reportClients(size: number, result: ClientTimes): string {
  const { clients, answered, perSecond, median, p99, dearest } = result
  return [
    `### ${whole(size)} businesses: ${clients} clients`,
    `${whole(answered)} different searches: ${perSecond.toFixed(0)} answers a second (aim ${perSecondAim}, ${verdict(perSecond >= perSecondAim)}), median ${ms(median)} ms, 99th percentile ${ms(p99)} ms. The dearest:`,
    table(
      ['search', 'matches', 'ms'],
      dearest.map(({ search, total, took }) => [`\`${search}\``, whole(total), ms(took)]),
    ),
  ].join('\n\n')
}

/** What bringing every listing in line with its business costs. */
export function reportRefresh(refresh: RefreshTimes): string {
  const cost = (value: number) => `${ms(value)} (${times(value / refresh.floor)})`
  return `### Refresh of ${whole(refresh.listings)} listings\n\n${table(
    ['reading the view, ms', 'none differs, ms', 'all are filled, ms', "longest wait of an owner's change, ms"],
    [[ms(refresh.floor), cost(refresh.unchanged), cost(refresh.filled), ms(refresh.longestWait)]],
  )}\n\n- ${verdict(refresh.longestWait <= longestWaitAim)}: nothing waits for more than a second`
}

/** What an import into an empty database costs. */
export function reportImport({ rows, seconds }: ImportTimes): string {
  return `### Import\n\n${whole(rows)} rows in ${seconds.toFixed(1)} s: ${whole(Math.round(rows / seconds))} a second.`
}

/** Each aim at the largest size, and by how much it was met or missed. */
export function reportVerdicts(runs: Run[]): string {
  const run = runs.at(-1)
  if (!run) return ''
  const lines = [...judgeCosts(run), ...judgeGrowth(runs)]
  const met = lines.filter((line) => line.startsWith('- met'))
  return `### ${whole(run.size)} businesses: aims\n\n${met.length} of ${lines.length} met.\n\n${lines.join('\n')}`
}

function judgeCosts({ measured, help }: Run): string[] {
  const firstList = measured.find(({ query }) => query.name === firstListName)
  return [
    ...measured.flatMap((row) => {
      const { name, aims } = row.query
      return [
        ...(aims.list === undefined ? [] : [judge(`${name}: list`, floors(row, 'list'), aims.list)]),
        ...(aims.count === undefined ? [] : [judge(`${name}: exact count`, floors(row, 'count'), aims.count)]),
        ...(aims.firstLists === undefined || !firstList
          ? []
          : [
              judge(
                `${name}: list`,
                floors(row, 'list') / floors(firstList, 'list'),
                aims.firstLists,
                'the first list by name',
              ),
            ]),
      ]
    }),
    ...help.map(({ name, floor, taken, aim }) => judge(name, taken.median / floor.median, aim)),
  ]
}

function judgeGrowth(runs: Run[]): string[] {
  const last = runs.at(-1)
  const before = runs.find(({ size }) => size >= growthAim.from && size * 10 === last?.size)
  if (!last || !before) return []
  return last.measured.flatMap((row) => {
    const earlier = before.measured.find(({ query }) => query.name === row.query.name)
    if (!earlier || row.query.aims.list === undefined) return []
    const ratio = floors(row, 'list') / floors(earlier, 'list')
    return [judge(`${row.query.name}: list`, ratio, growthAim.times, `that of ${whole(before.size)} businesses`)]
  })
}

function judge(what: string, ratio: number, aim: number, of = 'the floor'): string {
  return `- ${verdict(ratio <= aim)}: ${what} at most ${Math.round(aim)} times ${of} (${times(ratio)})`
}

function verdict(isMet: boolean): 'met' | 'missed' {
  return isMet ? 'met' : 'missed'
}
