import { setTimeout as sleep } from 'node:timers/promises'
import { areSearchColumnsFilling } from '../app/features/directory/listings-service.server.ts'
import { countMissingMigrations } from '../app/platform/.server/database/database.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { withTimeLimit } from './within-limit.ts'

/** Time between two background checks, in milliseconds. */
const pauseMs = 10_000

export interface ReadinessCheck {
  /**
   * The response of /readyz: whether to route traffic here and, if not, the reason. Further lines name what is degraded but not
   * essential.
   */
  answer: () => Promise<{ status: 200 | 503; text: string; error?: unknown }>
  /**
   * Starts to check the job queue and the file storage in the background. Their failure does not make a process unready, as all
   * processes share them.
   */
  watch: () => void
  /** Reports 'not ready' from now on. Requests are still served. */
  drain: () => void
  close: () => void
}

/** Creates the readiness check behind /readyz. */
export function createReadinessCheck(platform: Pick<Platform, 'db' | 'jobs' | 'storage' | 'log'>): ReadinessCheck {
  const { db, jobs, storage, log } = platform
  const down = new Set<string>()
  const closing = new AbortController()
  let isDraining = false

  const looks: Record<string, () => Promise<unknown>> = {
    'the queue of jobs': () => jobs.check(),
    // The file does not exist; any response shows that the storage works.
    'the store of files': () => storage.read('logo', 'readiness/none.webp'),
  }
  const look = async (name: string, ask: () => Promise<unknown>) => {
    const error = await withTimeLimit(ask).then(
      () => null,
      (reason) => reason,
    )
    if (closing.signal.aborted || (error !== null) === down.has(name)) return
    if (error === null) {
      down.delete(name)
      log.info(`${name} answers again`)
    } else {
      down.add(name)
      log.warn({ error }, `${name} does not answer`)
    }
  }
  const lookAgainAndAgain = async () => {
    while (!closing.signal.aborted) {
      await Promise.all(Object.entries(looks).map(([name, ask]) => look(name, ask)))
      await sleep(pauseMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    answer: async () => {
      if (isDraining) return { status: 503, text: 'stopping' }
      try {
        const missing = await withTimeLimit(() => countMissingMigrations(db))
        if (missing > 0) return { status: 503, text: `the database lacks ${missing} of the migrations` }
      } catch (error) {
        return { status: 503, text: 'the database does not answer', error }
      }
      const isFilling = await withTimeLimit(() => areSearchColumnsFilling({ db })).catch(() => false)
      const lines = [
        'ready',
        ...(isFilling ? ['filling: the search is being filled after an upgrade'] : []),
        ...[...down].map((name) => `degraded: ${name} does not answer`),
      ]
      return { status: 200, text: lines.join('\n') }
    },
    watch: () => void lookAgainAndAgain(),
    drain: () => {
      isDraining = true
    },
    close: () => closing.abort(),
  }
}
