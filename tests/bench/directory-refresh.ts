import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { refreshDirectoryListingsIfDue } from '#app/features/directory/listings-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { firstIds } from './directory-measures.ts'

/** Times of bringing every listing in line with its business, in milliseconds. */
export interface RefreshTimes {
  listings: number
  /** Reading what the view says of every listing, and nothing else. */
  floor: number
  /** A refresh in which no listing differs. */
  unchanged: number
  /** Filling the columns that a release added to listings that lack them, as the job does after an update. */
  filled: number
  /** The longest that an owner's change to one business took meanwhile. */
  longestWait: number
}

/** Measures {@link refreshDirectoryListingsIfDue} with nothing to change and with every listing to fill, beside changes by owners. */
export async function measureRefresh(platform: Platform): Promise<RefreshTimes> {
  const { db } = platform
  const [row] = await queryRows<{ listings: number }>(db, sql`SELECT count(*)::int AS listings FROM directory_listings`)
  const floor = await clockOnce(() => db.execute(sql`SELECT sum(hashtext(v::text)) FROM public_businesses_view v`))
  const makeDue = () =>
    db.execute(sql`UPDATE repeatable_migrations SET refreshed_version = 0, refreshed_at = NULL WHERE name = 'listings'`)
  await makeDue()
  const unchanged = await clockOnce(() => refreshDirectoryListingsIfDue(platform))
  // A table that only triggers write: a benchmark makes every row what an older release left.
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`SET LOCAL statement_timeout = 0`)
    await transaction.execute(sql`
      UPDATE directory_listings SET
        position = NULL, service_metres = NULL, serves_uk = NULL, listed_since = NULL, trade_ids = NULL,
        name_words = NULL, service_words = NULL, all_words = NULL`)
  })
  await makeDue()
  const ids = await firstIds(db, 500)
  let isRefreshing = true
  let longestWait = 0
  const filled = clockOnce(() => refreshDirectoryListingsIfDue(platform)).finally(() => {
    isRefreshing = false
  })
  for (let change = 0; isRefreshing; change += 1) {
    const id = ids[change % ids.length]
    const waited = await clockOnce(() => db.execute(sql`UPDATE businesses SET updated_at = now() WHERE id = ${id}`))
    longestWait = Math.max(longestWait, waited)
    await sleep(20)
  }
  return { listings: row?.listings ?? 0, floor, unchanged, filled: await filled, longestWait }
}

async function clockOnce(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}
