import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import type { Preparation, ToPrimary } from '../../app/platform/.server/primary-messages.ts'
import { createPrimaryLog } from './log.ts'
import { OpenCounts } from './open-counts.ts'
import { type End, tell, WebProcesses } from './web-processes.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

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
 * each to one of them.
 */
export async function runWebProcesses({ limits, runOne, addSimulators }: Options): Promise<void> {
  const prepared = await prepare(limits)
  if (!prepared.isShared) return runOne()
  // Here, so that all processes have the same.
  if (prepared.isDemo) await addSimulators()
  const { count, metrics } = prepared
  cluster.setupPrimary({ exec: 'scripts/serve.mjs', execArgv: limits })
  const environmentOf = (number: number): Record<string, string> => ({
    WEB_PROCESSES: String(count),
    // One of them carries out jobs.
    ...(number > 0 && { WORKER: 'apart' }),
  })
  const processes = new WebProcesses({
    count,
    environmentOf,
    log: createPrimaryLog(process.env.LOG_LEVEL),
    onEnd: endAs,
  })
  for (const signal of signals) process.on(signal, () => processes.stop(signal))
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

/** Has another process make secrets, migrate the database and decide what to start: this one loads no code of the product. */
async function prepare(limits: string[]): Promise<Preparation> {
  const child = spawn(process.execPath, [...limits, 'scripts/serve.mjs', '--prepare'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const handOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, handOn)
  const told: Preparation[] = []
  child.on('message', (message: Preparation) => told.push(message))
  const end = await new Promise<End>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal: signal as NodeJS.Signals | null })),
  )
  for (const signal of signals) process.off(signal, handOn)
  const [prepared] = told
  if (!prepared || end.code !== 0) return endAs(end)
  return prepared
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
