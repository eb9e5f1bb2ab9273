import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/services.mjs'
import { type Service, startService, until } from './services.ts'

/** A machine that serves pages. */
export interface WebHost {
  port: number
  service: Service
  /** The processes that answer requests. */
  webProcesses: () => number[]
}

/**
 * Starts a web host as `npm start` does, without building, and waits until it is ready.
 * @param checkout the folder that it runs from
 */
export async function startWebHost(
  folder: string,
  name: string,
  environment: Record<string, string>,
  checkout = process.cwd(),
): Promise<WebHost> {
  const port = await freePort()
  const logFile = logFileOf(folder)
  const service = startService({
    name: `host ${name}`,
    program: process.execPath,
    args: [join(checkout, 'scripts', 'start.mjs')],
    cwd: checkout,
    logFile,
    environment: {
      ...environment,
      PORT: String(port),
      DATA_DIR: makeDataFolder(folder, name),
      WORKER: 'apart',
    },
  })
  await until(`host ${name}`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, logFile)
  return { port, service, webProcesses: () => listLastDescendants(service.pid()) }
}

/** Starts a worker as `npm run worker` does, without building. */
export function startWorker(folder: string, environment: Record<string, string>): Service {
  return startService({
    name: 'worker',
    program: process.execPath,
    args: ['scripts/worker.mjs'],
    logFile: logFileOf(folder),
    environment: { ...environment, DATA_DIR: makeDataFolder(folder, 'worker') },
  })
}

/** What all of Muster's processes of a cluster log, in one file. */
export function logFileOf(folder: string): string {
  return join(folder, 'muster.log')
}

function makeDataFolder(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** The processes below one that have none below themselves. */
function listLastDescendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = readParent(entry)
    if (parent !== null) parents.set(Number(entry), parent)
  }
  const below = (above: number): number[] =>
    [...parents].flatMap(([child, parent]) => (parent === above ? orSelf(child) : []))
  const orSelf = (child: number): number[] => {
    const further = below(child)
    return further.length > 0 ? further : [child]
  }
  return below(pid)
}

/** The parent of a process; null if that has ended. */
function readParent(pid: string): number | null {
  try {
    // The name, in brackets, may have spaces.
    const [, , parent = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/\(.*\)/s, '')
      .split(/\s+/)
    return Number(parent)
  } catch {
    return null
  }
}
