import type { Actor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { type PodcastRow, updatePodcast } from './queries.server.ts'
import { type PodcastStatus, statusOf } from './rules.ts'

/** Shows a podcast that is held in the transaction, or hides it, and writes that down; answers how it stands then. */
export async function switchVisibility(
  transaction: Database,
  actor: Actor,
  row: PodcastRow,
  isActive: boolean,
): Promise<PodcastStatus> {
  if (row.isActive !== isActive) {
    await updatePodcast(transaction, row.id, { isActive })
    await recordAudit(transaction, {
      actor,
      action: isActive ? 'podcast.activated' : 'podcast.deactivated',
      subjectType: 'podcast',
      subjectId: row.id,
    })
  }
  return statusOf({ ...row, isActive })
}
