import type { Pair } from './http-measures.ts'
import type { Visits } from './http-visits.ts'

interface Measured {
  /** Null for what could not be measured. */
  startMs: number | null
  pairs: Pair[]
  mix: { perSecond: number; median: number; p99: number } | null
  visits: Visits | null
  memory: { rest: number; load: number }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

/** The ratio of medians: shares of the floor's requests a second. */
const ratioOf = ({ measured, floor }: Pair) => median(measured) / median(floor)

const kindNames = { business: 'businesses', search: 'searches', other: 'other pages' }

/** What each ratio must be at least. */
const aims: [pattern: RegExp, least: number][] = [
  [/finished|known already/, 0.5],
  [/^businesses, each asked once/, 0.97],
  [/^\/directory, rendered/, 0.5],
  [/^a business, rendered/, 0.6],
  [/^\/dashboard, rendered/, 0.4],
]

export function reportHttp({ startMs, pairs, mix, visits, memory }: Measured): string {
  const layout = pairs.find(({ name }) => name.startsWith('the layout'))
  const rows = pairs.map((pair) => {
    const { name, measured, floor, times } = pair
    return `| ${name} | ${whole(median(measured))} | ${whole(median(floor))} | ${ratioOf(pair).toFixed(2)} | ${ms(times.median)} / ${ms(times.p99)} |`
  })
  const verdicts = pairs.flatMap((pair) => {
    const aim = aims.find(([pattern]) => pattern.test(pair.name))?.[1]
    return aim === undefined
      ? []
      : [verdict(`${pair.name}: at least ${aim} of the floor`, ratioOf(pair) >= aim, ratioOf(pair).toFixed(2))]
  })
  return [
    ...(startMs === null
      ? []
      : [`\`npm start\`, built, serves its first page after ${(startMs / 1_000).toFixed(1)} s.`]),
    [
      '| requests a second, 8 clients | measured | floor | ratio | median / 99th percentile, ms |',
      '| --- | ---: | ---: | ---: | ---: |',
      ...rows,
    ].join('\n'),
    ...(layout
      ? [
          `Of the requests a second of \`node:http\`: ${pairs
            .filter(({ name }) => name.endsWith(', rendered'))
            .map((pair) => `${pair.name.replace(', rendered', '')} ${(ratioOf(pair) * ratioOf(layout)).toFixed(3)}`)
            .join(', ')}.`,
        ]
      : []),
    ...(mix
      ? [
          `A mix of searches that all differ (60 %), businesses (30 %) and the directory (10 %), 16 clients: ${whole(mix.perSecond)} a second, median ${ms(mix.median)} ms, 99th percentile ${ms(mix.p99)} ms.`,
        ]
      : []),
    ...(visits ? reportVisits(visits) : []),
    `Memory of the web process: ${mebibytes(memory.rest)} at rest, ${mebibytes(memory.load)} at most under the mix.`,
    [
      ...verdicts,
      ...(mix ? [verdict('the mix: at least 300 a second', mix.perSecond >= 300, whole(mix.perSecond))] : []),
      verdict('memory at rest: at most 160 MiB', memory.rest <= 160 * 2 ** 20, mebibytes(memory.rest)),
      verdict('memory under load: at most 300 MiB', memory.load <= 300 * 2 ** 20, mebibytes(memory.load)),
    ].join('\n'),
  ].join('\n\n')
}

function reportVisits(visits: Visits): string[] {
  return [
    `Visits as they come, ${visits.perSecond.toFixed(0)} a second with a change to a listing each second; the server took ${Math.round(visits.coreShare * 100)} % of a core:`,
    [
      '| kind | asked | from memory |',
      '| --- | ---: | ---: |',
      ...visits.kinds.map(
        ({ kind, asked, hits }) => `| ${kindNames[kind]} | ${whole(asked)} | ${Math.round((hits / asked) * 100)} % |`,
      ),
    ].join('\n'),
  ]
}

function verdict(aim: string, isMet: boolean, figure: string): string {
  return `- ${isMet ? 'met' : 'missed'}: ${aim} (${figure})`
}
