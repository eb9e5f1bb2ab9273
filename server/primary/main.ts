import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { resolve } from 'node:path'
import type { Preparation, ToPrimary } from '../../app/platform/.server/primary-messages.ts'
import { createPrimaryLog } from './log.ts'
import { OpenCounts } from './open-counts.ts'
import { findRelease, type Release } from './release.ts'
import { type End, tell, WebProcesses } from './web-processes.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

interface Options {
  /** Options of Node for each process. */
  limits: string[]
  /** Runs a single web process instead, where there cannot be more. */
  runOne: () => void
  /** Starts simulators if a demo with these settings gets them, and adds the settings that point to them. */
  addSimulators: () => Promise<void>
}

/**
 * Runs several web processes, and ends with them. It is their primary in the sense of node:cluster: it accepts connections and hands
 * each to one of them. After SIGHUP it replaces them by those of the release that is then current.
 */
export async function runWebProcesses({ limits, runOne, addSimulators }: Options): Promise<void> {
  fixFolders(process.env)
  const first = { ...findRelease(), node: process.execPath }
  const { prepared, end } = await prepare(first, limits)
  if (!prepared) return endAs(end)
  if (!prepared.isShared) return runOne()
  // Here, so that all processes have the same.
  if (prepared.isDemo) await addSimulators()
  const { count, metrics } = prepared
  const log = createPrimaryLog(process.env.LOG_LEVEL)
  let release: Release = first
  const choose = (chosen: Release) => {
    release = chosen
    cluster.setupPrimary({ exec: chosen.program, cwd: chosen.folder, execArgv: limits })
    // It has no setting for that, and a release brings its own.
    process.execPath = chosen.node
  }
  choose(first)
  const environmentOf = (number: number): Record<string, string> => ({
    WEB_PROCESSES: String(count),
    // One of them carries out jobs.
    ...(number > 0 && { WORKER: 'apart' }),
    ...(release.releases && { RELEASES: release.releases }),
  })
  const processes = new WebProcesses({ count, environmentOf, log, onEnd: endAs })

  const changeTo = async (next: Release): Promise<boolean> => {
    const former = release
    const { prepared: isPrepared } = await prepare(next, limits)
    if (!isPrepared) return false
    choose(next)
    const isChanged = await processes.replaceAll()
    if (!isChanged) choose(former)
    return isChanged
  }
  let isChanging = false
  const changeRelease = async () => {
    if (isChanging) return
    isChanging = true
    const next = findRelease()
    log('info', 'the release changes', { folder: next.folder })
    if (await changeTo(next)) log('info', 'the release has changed', { folder: next.folder })
    else log('error', 'the release did not change, as the new one did not start', { folder: next.folder })
    isChanging = false
  }
  for (const signal of signals) process.on(signal, () => processes.stop(signal))
  // A terminal sends it when it is closed.
  process.on('SIGHUP', () => (process.stdin.isTTY ? processes.stop('SIGHUP') : void changeRelease()))
  countOpen()
  if (metrics) {
    const { serveGatheredMetrics } = await import('./metrics.ts')
    await serveGatheredMetrics(processes, metrics).catch((error) => {
      console.error(`Muster cannot start:\nMETRICS_PORT cannot be used: ${error.message}`)
      process.exit(1)
    })
  }
  await processes.start()
}

/** Settings that name a folder mean it as it was at the start, whichever folder a later release has. */
function fixFolders(environment: NodeJS.ProcessEnv): void {
  environment.DATA_DIR = resolve(environment.DATA_DIR || './data')
  const { BACKUP_TO } = environment
  if (BACKUP_TO && !/^[a-z0-9+.-]+:/i.test(BACKUP_TO)) environment.BACKUP_TO = resolve(BACKUP_TO)
}

/**
 * Has another process make secrets, migrate the database and decide what to start: this one loads no code of the product. `prepared` is null
 * if that failed.
 */
async function prepare(
  { folder, node, program }: Release,
  limits: string[],
): Promise<{ prepared: Preparation | null; end: End }> {
  const child = spawn(node, [...limits, program, '--prepare'], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const handOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, handOn)
  const told: Preparation[] = []
  child.on('message', (message: Preparation) => told.push(message))
  const end = await new Promise<End>((ended) => {
    child.once('error', () => ended({ code: 1, signal: null }))
    child.once('exit', (code, signal) => ended({ code, signal: signal as NodeJS.Signals | null }))
  })
  for (const signal of signals) process.off(signal, handOn)
  return { prepared: end.code === 0 ? (told[0] ?? null) : null, end }
}

/** Counts what may be open so many times over all processes. */
function countOpen(): void {
  const counts = new OpenCounts()
  cluster.on('message', (worker, message: ToPrimary) => {
    if (message.act === 'acquire') {
      const isAllowed = counts.acquire(worker.id, message.key, message.limit)
      tell(worker, { act: 'acquired', id: message.id, isAllowed })
    }
    if (message.act === 'release') counts.release(worker.id, message.key)
  })
  cluster.on('exit', (worker) => counts.releaseAll(worker.id))
}

/** Ends this process as another ended. */
function endAs({ code, signal }: End): never {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // SIGKILL and the like end it at once; others before the next line is reached, or never.
  process.exit(1)
}
