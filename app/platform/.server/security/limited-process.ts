import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import pLimit from 'p-limit'
import {
  encodeProcessMessageFrame,
  type ProcessMessageFrame,
  ProcessMessageFrameReader,
  processMessageFrameKinds,
} from './limited-frames.ts'

export interface ProcessLimits {
  /** The most memory that the process may have, in bytes. */
  mostBytes: number
  /** The longest that one request may take, in milliseconds. */
  mostMs: number
}

/** Thrown for a request for which a process was ended, because it took too much memory or too long. */
export class ProcessLimitExceededError extends Error {
  override name = 'ProcessLimitExceeded'
}

/** Thrown for a request on which the program failed, as it would again. */
export class ProcessRequestFailedError extends Error {
  override name = 'ProcessRequestFailed'
}

/** How long a process stays for the next request, in milliseconds: it takes half a second to start. */
const idleMs = 10_000
/** Only on a machine that does nothing else does it take this long to start, in milliseconds. */
const startMs = 30_000

/**
 * Work on what people send, done by a program in processes of its own: neither a thread's memory nor that of WebAssembly can be limited. Such
 * a process has no environment and no rights but to read code. It ends when the parent does. As many run at once as there are processors,
 * two at most; more requests wait, without their time running.
 */
export class ResourceLimitedProgram {
  readonly program: readonly string[]
  readonly limits: ProcessLimits
  readonly #turns = pLimit(Math.min(2, availableParallelism()))
  readonly #idle: LimitedChild[] = []

  /** @param program its path within the project, where it calls `answerRequestsInLimitedProcess`, and arguments */
  constructor(program: readonly string[], limits: ProcessLimits) {
    this.program = program
    this.limits = limits
  }

  /**
   * The program's answer.
   * @throws ProcessLimitExceededError
   * @throws ProcessRequestFailedError if the program throws
   * @throws Error if it does not start, or is ended from outside
   */
  run(bytes: Uint8Array): Promise<Buffer> {
    return this.#turns(async () => {
      const child = this.#idle.pop() ?? new LimitedChild(this.program, this.limits, (gone) => this.#drop(gone))
      const answer = await child.run(bytes).catch((error) => {
        // Whatever the request left behind goes with it.
        child.end()
        throw error
      })
      if (child.rest()) this.#idle.push(child)
      return answer
    })
  }

  #drop(child: LimitedChild): void {
    const index = this.#idle.indexOf(child)
    if (index >= 0) this.#idle.splice(index, 1)
  }
}

class LimitedChild {
  readonly #child: ChildProcess
  readonly #limits: ProcessLimits
  readonly #ready = Promise.withResolvers<void>()
  readonly #onGone: () => void
  #memory = 0
  /** Why it was ended. */
  #excess: string | null = null
  #idle: NodeJS.Timeout | null = null
  #settle: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | null = null

  constructor(program: readonly string[], limits: ProcessLimits, onGone: (child: LimitedChild) => void) {
    this.#limits = limits
    this.#onGone = () => onGone(this)
    const readable = [
      realpathSync('node_modules'),
      ...['package.json', 'app', dirname(program[0] ?? '')].map((path) => join(process.cwd(), path)),
    ]
    const { SystemRoot } = process.env
    const rights = ['--permission', '--allow-worker', ...readable.map((each) => `--allow-fs-read=${each}`)]
    this.#child = spawn(process.execPath, [...rights, ...program], {
      env: SystemRoot ? { SystemRoot } : {},
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
      windowsHide: true,
    })
    const [input, output, , reports] = this.#child.stdio as unknown as [Writable, Readable, null, Readable]
    // A process that is ended does not read to the end; what matters is that it is gone.
    input.on('error', () => undefined)
    reports.setEncoding('latin1').on('data', (lines: string) => this.#watch(Number(lines.trimEnd().split('\n').at(-1))))
    const reader = new ProcessMessageFrameReader()
    output.on('data', (part: Buffer) => {
      for (const frame of reader.read(part)) this.#take(frame)
    })
    this.#child.once('error', (error) => this.#fail(error))
    this.#child.once('exit', (code, signal) => {
      this.#onGone()
      // V8 aborts where its own limit is reached before ours.
      const isExcess = this.#excess ?? (['SIGABRT', 'SIGTRAP'].includes(signal ?? '') && 'its heap was full')
      const reason = isExcess || `it ended with ${signal ?? code}`
      this.#fail(isExcess ? new ProcessLimitExceededError(reason) : new Error(reason))
    })
  }

  async run(bytes: Uint8Array): Promise<Buffer> {
    if (this.#idle) clearTimeout(this.#idle)
    this.#hold('ref')
    const answer = new Promise<Buffer>((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    const starting = setTimeout(() => this.#child.kill('SIGKILL'), startMs)
    await Promise.race([this.#ready.promise, answer]).finally(() => clearTimeout(starting))
    const timer = setTimeout(() => this.#endFor(`it took ${this.#limits.mostMs} ms`), this.#limits.mostMs)
    for (const part of encodeProcessMessageFrame(processMessageFrameKinds.request, bytes))
      this.#child.stdin?.write(part)
    return answer.finally(() => clearTimeout(timer))
  }

  /** Waits for the next request; false where it cannot have one, as what it holds is near the limit. */
  rest(): boolean {
    const canRest = this.#child.exitCode === null && !this.#child.killed && this.#memory < this.#limits.mostBytes / 2
    if (canRest) this.#idle = setTimeout(() => this.end(), idleMs).unref()
    else this.end()
    this.#hold('unref')
    return canRest
  }

  end(): void {
    this.#onGone()
    this.#child.kill('SIGKILL')
  }

  /** Whether this process waits for the other before it ends. */
  #hold(act: 'ref' | 'unref'): void {
    this.#child[act]()
    for (const pipe of this.#child.stdio) (pipe as { [act]?: () => void } | null)?.[act]?.()
  }

  #watch(memory: number): void {
    this.#memory = memory
    if (memory > this.#limits.mostBytes) this.#endFor(`it had ${Math.round(memory / 2 ** 20)} MiB`)
  }

  #endFor(excess: string): void {
    this.#excess ??= excess
    this.#child.kill('SIGKILL')
  }

  #fail(error: Error): void {
    this.#settle?.reject(error)
    this.#settle = null
  }

  #take({ kind, body }: ProcessMessageFrame): void {
    if (kind === processMessageFrameKinds.ready) this.#ready.resolve()
    else {
      if (kind === processMessageFrameKinds.answer) this.#settle?.resolve(body)
      else this.#settle?.reject(new ProcessRequestFailedError(body.toString()))
      this.#settle = null
    }
  }
}
