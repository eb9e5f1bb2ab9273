import { sql } from 'drizzle-orm'
import { selectRows } from '#app/platform/.server/database.ts'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { carryOutDeleteFiles, deleteFiles } from '#app/platform/.server/stored-files.ts'

/**
 * Carries out everything that lies in the queue, in its order and whenever it is due, each job twice, as jobs must bear.
 * Returns the names of those it knew nothing of.
 */
export async function emptyQueue(
  platform: Platform,
  handlers: { name: string; handle: (platform: Platform, data: unknown, jobId: string) => Promise<void> }[],
): Promise<string[]> {
  const known = new Map(
    [{ name: deleteFiles.name, handle: carryOutDeleteFiles } as JobHandler<Platform>, ...handlers].map((handler) => [
      handler.name,
      handler,
    ]),
  )
  const jobs = await selectRows<{ id: string; name: string; data: unknown }>(
    platform.db,
    sql`DELETE FROM pgboss.job WHERE data ? 'name' RETURNING id, data->>'name' AS name, data->'data' AS data`,
  )
  const unknown: string[] = []
  for (const { id, name, data } of jobs) {
    const handler = known.get(name) as (typeof handlers)[number] | undefined
    if (!handler) unknown.push(name)
    await handler?.handle(platform, data, id)
    await handler?.handle(platform, data, id)
  }
  return unknown
}
