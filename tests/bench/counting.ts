// npm run bench:counting -- [--rounds 200000] [--write]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { noMetrics, openMetrics } from '#app/platform/.server/metrics.ts'
import { type Visit, VisitCounter, visitsOfFound } from '#app/platform/.server/visits.ts'
import { isCounted } from '#server/counted-visits.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200000' }, write: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1_000 || rounds > 10_000_000) {
  console.error('Rounds is a whole number from 1,000 to 10,000,000.')
  process.exit(1)
}

/** Turns that each measure takes; the median counts. */
const turns = 7
/** Businesses that are seen, in turn. */
const businesses = 5_000

const counter = new VisitCounter()
const views = Array.from({ length: businesses }, (_, index): Visit[] => [`view sample-business-leeds-${index}`])
const pages = views.map((_, index) =>
  Array.from({ length: 12 }, (_, card): Visit => `found sample-business-leeds-${(index * 12 + card) % businesses}`),
)
const withWords = Array.from({ length: 200 }, (_, index) =>
  visitsOfFound(
    Array.from({ length: 12 }, (_, card) => `sample-business-leeds-${index * 12 + card}`),
    ['van hire', 'Leeds'],
  ),
)
const plain = new Map<string, number>()
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const request = { method: 'GET', url: '/business/sample', headers: { 'user-agent': userAgent } }
const chosen = { ...request, headers: { ...request.headers, cookie: 'cookie-choice=3.settings.analytics' } }

const metrics = await openMetrics()
const routes = ['/', '/directory', '/business/:slug', '/podcasts/:slug', '/files', 'none']

const measures: { name: string; aim: number | null; act: (round: number) => Promise<void> | void }[] = [
  {
    name: 'the floor: adding one in a map',
    aim: null,
    act: (round) => {
      const key = `view sample-business-leeds-${round % businesses}`
      plain.set(key, (plain.get(key) ?? 0) + 1)
    },
  },
  { name: 'a view, counted', aim: 2, act: (round) => counter.count(views[round % businesses] ?? []) },
  {
    name: 'a view, with finding out whether it counts',
    aim: 2,
    act: async (round) => {
      if (await isCounted(request)) counter.count(views[round % businesses] ?? [])
    },
  },
  {
    name: 'the same with a choice in a cookie',
    aim: null,
    act: async (round) => {
      if (await isCounted(chosen)) counter.count(views[round % businesses] ?? [])
    },
  },
  {
    name: 'a page of twelve found, with finding out',
    aim: 20,
    act: async (round) => {
      if (await isCounted(request)) counter.count(pages[round % businesses] ?? [])
    },
  },
  {
    name: 'the same with two words of the search',
    aim: 20,
    act: async (round) => {
      if (await isCounted(request)) counter.count(withWords[round % withWords.length] ?? [])
    },
  },
  {
    name: 'a request without metrics',
    aim: null,
    act: (round) =>
      noMetrics.countRequest({ route: routes[round % routes.length] ?? '', status: 200, ms: round % 100 }),
  },
  {
    name: 'a request for the metrics',
    aim: 20,
    act: (round) => metrics.countRequest({ route: routes[round % routes.length] ?? '', status: 200, ms: round % 100 }),
  },
  {
    name: 'a page from memory for the metrics',
    aim: 20,
    act: (round) => {
      metrics.count('muster_finished_pages_total', { outcome: 'hit' })
      metrics.countRequest({ route: routes[round % routes.length] ?? '', status: 200, ms: round % 100 })
    },
  },
]

const times = new Map(measures.map(({ name }) => [name, [] as number[]]))
// In turns, so that a busy moment of the machine meets all of them.
for (let turn = 0; turn < turns; turn += 1) {
  for (const { name, act } of measures) {
    counter.take()
    const begun = performance.now()
    for (let round = 0; round < rounds; round += 1) await act(round)
    times.get(name)?.push(((performance.now() - begun) * 1_000) / rounds)
  }
}
const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? Number.NaN
const floor = median(measures[0]?.name ?? '')
const report = [
  `Node ${process.version}, ${cpus().length} processors; medians of ${turns} turns of ${rounds.toLocaleString('en-GB')}.`,
  [
    '| what | microseconds | of the floor |',
    '| --- | ---: | ---: |',
    ...measures.map(({ name }) => `| ${name} | ${median(name).toFixed(2)} | ${(median(name) / floor).toFixed(1)}× |`),
  ].join('\n'),
  measures
    .flatMap(({ name, aim }) =>
      aim === null
        ? []
        : [`- ${median(name) <= aim ? 'reached' : 'missed'}: ${name}: at most ${aim} µs (${median(name).toFixed(2)})`],
    )
    .join('\n'),
].join('\n\n')
console.log(report)
if (values.write) writeReport('bench:counting', report)
