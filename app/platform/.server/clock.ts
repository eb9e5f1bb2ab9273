import { sql } from 'drizzle-orm'
import { type Database, queryRows } from './database/database.ts'
import type { Log } from './observability/log.ts'

/** Seconds by which the clocks of two machines may differ. */
export const allowedClockSkewSeconds = 2

/** How often the clock is compared, in milliseconds. */
const compareMs = 60_000
/** An answer that takes longer, in milliseconds, says too little of the time. */
const slowMs = 1_000

/** The time of the database, which is the same for all processes whatever the clocks of their machines say. */
export interface DatabaseClock {
  now: () => Date
  close: () => void
}

/**
 * Compares the clock of this machine with the database's, now and each minute until it is closed, and says in the log when they begin to
 * differ, and when they agree again.
 */
export async function openDatabaseClock(db: Database, log: Log): Promise<DatabaseClock> {
  let aheadMs = 0
  let isWrong = false
  const compare = async () => {
    const measured = await measureClock(db)
    if (measured === null) return
    aheadMs = measured
    const seconds = Math.round(Math.abs(aheadMs) / 1_000)
    if (seconds > allowedClockSkewSeconds === isWrong) return
    isWrong = !isWrong
    if (isWrong) {
      log.warn(
        { seconds, direction: aheadMs > 0 ? 'behind' : 'ahead' },
        'the clock of this machine differs from the database: codes of second factors may be refused here. Have it take its time from the network',
      )
    } else log.info('the clock of this machine agrees with the database again')
  }
  await compare()
  let isComparing = false
  const timer = setInterval(() => {
    // One after another: an answer that was long in coming would undo what a later one said. What is wrong with the database others say.
    if (isComparing) return
    isComparing = true
    compare()
      .catch(() => undefined)
      .finally(() => {
        isComparing = false
      })
  }, compareMs).unref()
  // What differs by less is how long the answer took.
  return { now: () => new Date(Date.now() + (isWrong ? aheadMs : 0)), close: () => clearInterval(timer) }
}

/** By how many milliseconds the database's clock is ahead of this machine's; null if it took too long to find out. */
async function measureClock(db: Database): Promise<number | null> {
  const asked = Date.now()
  const startedAt = performance.now()
  const [row] = await queryRows<{ ms: number }>(
    db,
    sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
  )
  const tookMs = performance.now() - startedAt
  return row && tookMs <= slowMs ? row.ms - (asked + tookMs / 2) : null
}
