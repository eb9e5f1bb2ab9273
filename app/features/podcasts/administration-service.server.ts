import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lockPodcast } from './queries.server.ts'
import type { PodcastStatus } from './rules.ts'
import { switchVisibility } from './visibility.server.ts'

/** Shows anybody's podcast or hides it, for an admin; null where there is none. */
export async function setVisibilityOf(
  { db }: Platform,
  actor: Actor | null,
  podcastId: string,
  isActive: boolean,
): Promise<PodcastStatus | null> {
  const who = requireAdmin(actor)
  if (!isUuid(podcastId)) return null
  return db.transaction(async (transaction) => {
    const row = await lockPodcast(transaction, podcastId)
    return row && switchVisibility(transaction, who, row, isActive)
  })
}
