import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchServer } from './bench-server.ts'
import { sendRequests } from './http-load.ts'
import { shareOut, take } from './http-measures.ts'

/** Shares of a server's processor time, by what it does and by single functions, the largest first. */
export interface Shares {
  name: string
  kinds: [name: string, share: number][]
  functions: [name: string, share: number][]
}

const connections = 8

const kinds: [name: string, pattern: RegExp][] = [
  ['React', /node_modules\/(react|react-dom|scheduler)\//],
  ['React Router', /node_modules\/(react-router|@react-router\/\w+|turbo-stream|cookie|set-cookie-parser)\//],
  ['pg and Drizzle', /node_modules\/(pg|pg-[\w-]+|postgres-[\w-]+|drizzle-orm)\//],
  ['Hono and compression', /node_modules\/(hono|@hono\/[\w-]+|compression)\//],
  ['icons', /node_modules\/lucide-react\/|\/app\/ui\/icon\.tsx/],
  ['other packages', /node_modules\//],
  ['our own code', /\/(app|server|worker|content)\//],
  ['Node', /^node:/],
  ['collecting garbage', /^\(garbage collector\)$/],
]

/** Loads pages, each connection its own share of the paths, and samples meanwhile what the server does. */
export async function profilePages(
  name: string,
  server: BenchServer,
  { paths, amount, cookie }: { paths: string[]; amount: number; cookie?: string },
  folder: string,
): Promise<Shares> {
  const ask = (from: number, count: number) =>
    sendRequests({
      url: server.url,
      connections,
      amount: count,
      headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) },
      ...shareOut(take(paths, from, count), connections),
    })
  // A process that has just started compiles its code while it answers.
  await ask(0, 800)
  await server.beginProfile()
  await ask(800, amount)
  const profile = await server.readProfile()
  writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`), JSON.stringify(profile))
  return { name, ...sharesOf(profile) }
}

export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Omit<Shares, 'name'> {
  const find = createFinder()
  const described = new Map(
    nodes.map(({ id, callFrame }) => [id, { name: callFrame.functionName, at: find(callFrame) }]),
  )
  const [byKind, byFunction] = [new Map<string, number>(), new Map<string, number>()]
  const add = (sums: Map<string, number>, key: string, by: number) => sums.set(key, (sums.get(key) ?? 0) + by)
  let all = 0
  for (const [index, id] of samples.entries()) {
    const { name, at } = described.get(id) ?? { name: '', at: '' }
    const took = timeDeltas[index] ?? 0
    if (name === '(idle)') continue
    all += took
    const kind = kinds.find(([, pattern]) => pattern.test(at || name))?.[0] ?? 'native code'
    add(byKind, kind, took)
    add(byFunction, `${name || '(anonymous)'} ${at}`, took)
  }
  const ordered = (sums: Map<string, number>) =>
    [...sums].map(([key, sum]): [string, number] => [key, sum / all]).sort(([, one], [, other]) => other - one)
  return { kinds: ordered(byKind), functions: ordered(byFunction).slice(0, 40) }
}

/** Finds the source of a function: the build puts packages and our code into a few files, and says in their maps what is where. */
function createFinder() {
  const maps = new Map<string, SourceMap | null>()
  return ({ url, lineNumber, columnNumber }: { url: string; lineNumber: number; columnNumber: number }): string => {
    if (!url.startsWith('file:')) return url
    const file = fileURLToPath(url)
    let map = maps.get(file)
    if (map === undefined) {
      map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null
      maps.set(file, map)
    }
    const entry = map?.findEntry(lineNumber, columnNumber)
    if (!entry || !('originalSource' in entry)) return url
    return `/${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}`
  }
}

export function reportProfile(all: Shares[]): string {
  const names = [...new Set(all.flatMap(({ kinds: own }) => own.map(([kind]) => kind)))]
  const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`
  const rows = names.map((kind) => {
    const shares = all.map(({ kinds: own }) => percent(own.find(([name]) => name === kind)?.[1] ?? 0))
    return `| ${kind} | ${shares.join(' | ')} |`
  })
  const table = [
    `| of the processor's time | ${all.map(({ name }) => name).join(' | ')} |`,
    `| --- |${all.map(() => ' ---: |').join('')}`,
    ...rows,
  ].join('\n')
  const details = all.map(({ name, functions }) =>
    [name, ...functions.map(([what, share]) => `  ${percent(share).padStart(7)} ${what}`)].join('\n'),
  )
  return [table, ...details].join('\n\n')
}
