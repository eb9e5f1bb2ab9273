import { sql } from 'drizzle-orm'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { removedPictureJobHandlers } from '#app/platform/.server/images/removed-pictures.ts'
import type { JobHandler } from '#app/platform/.server/jobs/handle-jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { storedFileJobHandlers } from '#app/platform/.server/storage/stored-files.ts'

/**
 * Runs everything in the queue, in its order, whenever it is due. Each job runs twice, as jobs must bear that.
 * What it causes to be deleted is deleted as well. Returns the names of jobs without a handler.
 */
export async function emptyQueue(platform: Platform, handlers: JobHandler[]): Promise<string[]> {
  const known = new Map(
    [...storedFileJobHandlers, ...removedPictureJobHandlers, ...handlers].map((handler) => [handler.name, handler]),
  )
  const unknown: string[] = []
  for (const names of [sql`true`, sql`data->>'name' = 'files.delete'`]) {
    const jobs = await queryRows<{ id: string; name: string; data: unknown }>(
      platform.db,
      sql`DELETE FROM pgboss.job WHERE data ? 'name' AND ${names} RETURNING id, data->>'name' AS name, data->'data' AS data`,
    )
    for (const { id, name, data } of jobs) {
      const handler = known.get(name)
      if (!handler) unknown.push(name)
      await handler?.handle(platform, data, id)
      await handler?.handle(platform, data, id)
    }
  }
  return unknown
}
