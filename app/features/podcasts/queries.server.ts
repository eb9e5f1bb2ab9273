import { eq } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import { podcasts } from './tables.server.ts'

/** The podcast of a host; null for none. */
export async function findPodcastOf(db: Database, hostId: string) {
  const [row] = await db
    .select({ title: podcasts.title, isActive: podcasts.isActive })
    .from(podcasts)
    .where(eq(podcasts.hostProfileId, hostId))
  return row ?? null
}
