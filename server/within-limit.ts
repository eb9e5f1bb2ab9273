import { setTimeout as sleep } from 'node:timers/promises'

/** How long a check may take before it counts as failed, in milliseconds. */
const limitMs = 2_000

/** What `ask` gives. @throws an error if that takes too long */
export async function withTimeLimit<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
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
