import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FromPrimary } from '../../app/platform/.server/primary-messages.ts'
import type { PrimaryLog } from './log.ts'
import { redistributeWhenKilled } from './redistribute.ts'

/** How a process ended. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

interface Options {
  count: number
  log: PrimaryLog
  /** The settings of a process beside those of the primary. */
  environmentOf: (number: number) => Record<string, string>
  /** Called when the last process has ended and none will follow. */
  onEnd: (end: End) => void
}

interface WebProcess {
  worker: Worker
  /** When it began to serve; null before. */
  servesSince: number | null
  /** Whether another has taken its place. */
  isRetired: boolean
  ended: Promise<unknown>
}

/** The place of one process, which others fill after it. */
interface Slot {
  number: number
  current: WebProcess | null
  /** Whether another is being started for it beside its own. */
  isChanging: boolean
  /** How long it stays empty when its process ends, in milliseconds. */
  pauseMs: number
}

/** A process that served for so long has not failed to start, in milliseconds. */
const healthyMs = 60_000
const shortestPauseMs = 1_000
const longestPauseMs = 30_000

/** Keeps a number of web processes running. */
export class WebProcesses {
  readonly #options: Options
  readonly #slots: Slot[]
  readonly #running = new Set<WebProcess>()
  readonly #stopping = new AbortController()
  #signal: NodeJS.Signals | null = null
  /** How the processes ended that were told to, the worst of them. */
  #end: End = { code: 0, signal: null }
  /** How many ended without being told to. */
  failures = 0

  constructor(options: Options) {
    this.#options = options
    this.#slots = Array.from({ length: options.count }, (_, number) => ({
      number,
      current: null,
      isChanging: false,
      pauseMs: 0,
    }))
  }

  /** The processes that serve. */
  get serving(): Worker[] {
    return [...this.#running].flatMap(({ worker, servesSince }) => (servesSince === null ? [] : worker))
  }

  /** Starts one, and the others once it serves: what is wrong with the settings is said once. */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots
    if (first && (await this.#fill(first))) await Promise.all(others.map((slot) => this.#fill(slot)))
  }

  /**
   * Replaces each process, one after the other, when another serves in its place. Returns false as soon as one does not: then the others stay
   * what they are.
   */
  async replaceAll(): Promise<boolean> {
    // The first carries out jobs. It is the last, as an older worker leaves jobs to a newer one that it does not know.
    for (const slot of this.#slots.toReversed()) {
      if (this.#stopping.signal.aborted || !(await this.#replace(slot))) return false
    }
    return true
  }

  /** Sends a signal to all processes, and starts no more. */
  stop(signal: NodeJS.Signals): void {
    this.#stopping.abort()
    this.#signal = signal
    for (const { worker } of this.#running) worker.process.kill(signal)
    if (this.#running.size === 0) this.#options.onEnd(this.#end)
  }

  /** Starts a process in a slot. Returns whether it serves. */
  async #fill(slot: Slot): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false
    const web = this.#begin(slot.number)
    this.#place(slot, web)
    return serves(web)
  }

  async #replace(slot: Slot): Promise<boolean> {
    slot.isChanging = true
    const web = this.#begin(slot.number)
    const isServing = await serves(web)
    slot.isChanging = false
    const former = slot.current
    if (isServing) {
      if (former) former.isRetired = true
      this.#place(slot, web)
      if (former) tell(former.worker, { act: 'retire' })
      await former?.ended
    } else if (!former) void this.#fill(slot)
    return isServing
  }

  #place(slot: Slot, web: WebProcess): void {
    slot.current = web
    void web.ended.then(() => this.#refill(slot, web))
  }

  #begin(number: number): WebProcess {
    const worker = cluster.fork(this.#options.environmentOf(number))
    redistributeWhenKilled(worker, () => this.#running.size > 0)
    const ended = new Promise<End>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal: signal as NodeJS.Signals | null }))
      // It could not be started at all. Others are of messages to one that is ending.
      worker.on('error', () => worker.process.pid === undefined && resolve({ code: 1, signal: null }))
    })
    const web: WebProcess = { worker, servesSince: null, isRetired: false, ended }
    worker.once('listening', () => {
      web.servesSince = Date.now()
    })
    this.#running.add(web)
    void ended.then((end) => this.#note(web, end))
    return web
  }

  #note(web: WebProcess, { code, signal }: End): void {
    this.#running.delete(web)
    const isLast = this.#running.size === 0
    if (this.#stopping.signal.aborted) {
      // One that was starting has no way to end politely yet.
      const isAsTold = code === 0 || (signal !== null && signal === this.#signal)
      if (!isAsTold) this.#end = { code: code ?? 1, signal: null }
      if (isLast) this.#options.onEnd(this.#end)
      return
    }
    if (web.isRetired) return
    this.failures += 1
    this.#options.log('warn', 'a web process ended', { process: web.worker.process.pid, code, signal })
    // Where none serves and another would fail as well, the service manager knows what to do.
    if (isLast && web.servesSince === null) this.#options.onEnd({ code, signal })
  }

  async #refill(slot: Slot, web: WebProcess): Promise<void> {
    if (slot.current !== web) return
    slot.current = null
    // The other takes its place, or it is filled when that has failed.
    if (slot.isChanging) return
    const { servesSince } = web
    const isHealthy = servesSince !== null && Date.now() - servesSince >= healthyMs
    slot.pauseMs = isHealthy ? 0 : Math.min(longestPauseMs, slot.pauseMs * 2 || shortestPauseMs)
    const { signal } = this.#stopping
    await sleep(slot.pauseMs, undefined, { signal }).catch(() => undefined)
    if (!slot.current && !slot.isChanging) await this.#fill(slot)
  }
}

/** Whether a process begins to serve; if not, it has ended. */
function serves({ worker, ended }: WebProcess): Promise<boolean> {
  return Promise.race([
    new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true))),
    ended.then(() => false),
  ])
}

/** Tells a web process something. */
export function tell(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message)
}
