import { setTimeout as sleep } from 'node:timers/promises'
import { countMissingMigrations } from '../app/platform/.server/database.ts'
import type { Platform } from '../app/platform/.server/platform.ts'

/** Milliseconds until something that does not answer counts as down. */
const limitMs = 2_000
/** Milliseconds between two looks at what a process can do without for a while. */
const pauseMs = 10_000

export interface Readiness {
  /** Whether a proxy should send visitors here, and in words why not; on further lines what is down that visitors can do without. */
  answer: () => Promise<{ status: 200 | 503; text: string; error?: unknown }>
  /** Begins to look at queue and store in the background. Their state takes no process out: all processes share them. */
  watch: () => void
  /** From now on visitors are to be sent elsewhere; requests are still served. */
  drain: () => void
  close: () => void
}

/** What /readyz says. */
export function createReadiness(platform: Pick<Platform, 'db' | 'jobs' | 'storage' | 'log'>): Readiness {
  const { db, jobs, storage, log } = platform
  const down = new Set<string>()
  const closing = new AbortController()
  let isDraining = false

  const looks: Record<string, () => Promise<unknown>> = {
    'the queue of jobs': () => jobs.check(),
    // Any answer will do: there is no such file.
    'the store of files': () => storage.read('logo', 'readiness/none.webp'),
  }
  const look = async (name: string, ask: () => Promise<unknown>) => {
    const error = await withinLimit(ask).then(
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
        const missing = await withinLimit(() => countMissingMigrations(db))
        if (missing > 0) return { status: 503, text: `the database lacks ${missing} of the migrations` }
      } catch (error) {
        return { status: 503, text: 'the database does not answer', error }
      }
      return {
        status: 200,
        text: ['ready', ...[...down].map((name) => `degraded: ${name} does not answer`)].join('\n'),
      }
    },
    watch: () => void lookAgainAndAgain(),
    drain: () => {
      isDraining = true
    },
    close: () => closing.abort(),
  }
}

async function withinLimit<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const clock = new AbortController()
  const late = sleep(limitMs, undefined, { signal: clock.signal }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`)
  })
  try {
    return await Promise.race([ask(), late])
  } finally {
    clock.abort()
  }
}
