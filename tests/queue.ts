import { sql } from 'drizzle-orm'
import { selectRows } from '#app/platform/.server/database.ts'
import type { JobHandler } from '#app/platform/.server/handle-jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { fileJobHandlers } from '#app/platform/.server/stored-files.ts'

/**
 * Runs everything in the queue, in its order, whenever it is due. Each job runs twice, as jobs must bear that.
 * Returns the names of jobs without a handler.
 */
export async function emptyQueue(platform: Platform, handlers: JobHandler[]): Promise<string[]> {
  const known = new Map([...fileJobHandlers, ...handlers].map((handler) => [handler.name, handler]))
  const jobs = await selectRows<{ id: string; name: string; data: unknown }>(
    platform.db,
    sql`DELETE FROM pgboss.job WHERE data ? 'name' RETURNING id, data->>'name' AS name, data->'data' AS data`,
  )
  const unknown: string[] = []
  for (const { id, name, data } of jobs) {
    const handler = known.get(name)
    if (!handler) unknown.push(name)
    await handler?.handle(platform, data, id)
    await handler?.handle(platform, data, id)
  }
  return unknown
}
