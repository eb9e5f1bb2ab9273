import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The minimum duration in milliseconds of what sends an email to an address only if it is known, so that the time does not tell whether it
 * is.
 */
const steadyMs = 250

/** Waits for work that must not tell by its time what it did. */
export async function withConstantDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, sleep(steadyMs)])
  return result
}
