import { Worker } from 'node:worker_threads'
import type { BadgeKitPrintContent, BadgeKitPrintKind } from './print.ts'

/** A page takes a tenth of a second; only a fault takes this long, in milliseconds. */
const longest = 10_000
/** Fonts take a while to load, so the thread stays for some pages more, in milliseconds. */
const idleMs = 60_000

const program = new URL('app/features/credentials/kit/print-worker.ts', `file://${process.cwd()}/`)

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

/** Prints in one worker thread, which starts with the first and ends when nobody asks any more. */
class PrintThread {
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | null = null
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  /** @throws Error if it fails or takes too long */
  async print(kind: BadgeKitPrintKind, content: BadgeKitPrintContent): Promise<Uint8Array> {
    const worker = this.#open()
    this.#last += 1
    const id = this.#last
    const timer = setTimeout(() => this.#end(new Error('printing took too long')), longest)
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        worker.postMessage({ id, kind, content })
      })
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0 && this.#worker) {
        this.#worker.unref()
        this.#idle = setTimeout(() => this.#end(new Error('closed')), idleMs)
        this.#idle.unref()
      }
    }
  }

  #open(): Worker {
    if (this.#idle) clearTimeout(this.#idle)
    if (!this.#worker) {
      const worker = new Worker(program)
      worker.on('message', ({ id, bytes, error }: { id: number; bytes?: Uint8Array; error?: string }) => {
        if (bytes) this.#waiting.get(id)?.resolve(bytes)
        else this.#waiting.get(id)?.reject(new Error(error))
      })
      worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
      worker.on('exit', () => this.#worker === worker && this.#end(new Error('the thread ended')))
      this.#worker = worker
    }
    this.#worker.ref()
    return this.#worker
  }

  #end(error: Error): void {
    const worker = this.#worker
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(error)
    void worker?.terminate()
  }
}

const thread = new PrintThread()

/**
 * Prints a PDF, off the event loop.
 * @throws Error if it fails or takes too long
 */
export function printBadgeKitPdfInThread(kind: BadgeKitPrintKind, content: BadgeKitPrintContent): Promise<Uint8Array> {
  return thread.print(kind, content)
}
