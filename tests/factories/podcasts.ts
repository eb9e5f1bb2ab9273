import { randomUUID } from 'node:crypto'
import { podcasts } from '#app/features/podcasts/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'

type PodcastRow = typeof podcasts.$inferInsert

/** A podcast of a host, active unless told otherwise; gives its id. */
export async function createPodcast(
  db: Database,
  hostProfileId: string,
  given: Partial<PodcastRow> = {},
): Promise<string> {
  const id = randomUUID()
  await db.insert(podcasts).values({ id, slug: `podcast-${id}`, title: 'Out of step', hostProfileId, ...given })
  return id
}
