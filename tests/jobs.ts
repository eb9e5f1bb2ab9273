import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'

export interface JobRow {
  id: string
  name: string
  state: string
  tries: number
  /** Seconds from when it was queued. */
  startsIn: number
  /** Null when it is done. */
  data: unknown
  /** What is stored about its end, as text. */
  output: string
}

/** Every job of the queue, oldest first. */
export function listJobs(db: Database): Promise<JobRow[]> {
  return queryRows<JobRow>(
    db,
    sql`SELECT id, data->>'name' AS name, state, retry_count AS tries,
               extract(epoch FROM start_after - created_on)::int AS "startsIn", data->'data' AS data, coalesce(output::text, '') AS output
        FROM pgboss.job WHERE data ? 'name' ORDER BY created_on, id`,
  )
}

/** Waits until no job is due or running. */
export async function settleJobs(db: Database): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const [row] = await queryRows<{ due: number }>(
      db,
      sql`SELECT count(*)::int AS due FROM pgboss.job
          WHERE state = 'active' OR (state IN ('created', 'retry') AND start_after <= now())`,
    )
    if (row?.due === 0) return
    await sleep(50)
  }
  throw new Error('the jobs did not come to an end')
}

/** Makes every waiting job due now. */
export async function bringForward(db: Database): Promise<void> {
  await db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`)
  await tellWorkers(db)
}

/** Notifies the workers as for new jobs; otherwise they look every half minute. */
export async function tellWorkers(db: Database): Promise<void> {
  for (const queue of ['mail', 'work', 'feeds']) {
    await db.execute(sql`SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), ${queue})`)
  }
}
