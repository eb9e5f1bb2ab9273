import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { canReadStatistics } from './policy.server.ts'
import { groupShares, regionShares, type StaffStatistics } from './statistics.ts'
import {
  countListedByArea,
  countListedByBranch,
  countListedByIndustry,
  listWeeksOfDecisions,
} from './statistics-queries.server.ts'

/** How verification and the directory are doing. What concerns listings is remembered until one changes. */
export async function getStaffStatistics(
  platform: Pick<Platform, 'db' | 'directoryCache'>,
  actor: Actor | null,
): Promise<StaffStatistics> {
  requirePermission(actor, canReadStatistics)
  const { db, directoryCache } = platform
  const listings = await directoryCache.getOrLoad('figures', async () => {
    const areas = await countListedByArea(db)
    return {
      listed: areas.reduce((sum, { count }) => sum + count, 0),
      byRegion: regionShares(areas),
      byIndustry: groupShares(await countListedByIndustry(db)),
      byBranch: groupShares(await countListedByBranch(db)),
    }
  })
  return { weeks: await listWeeksOfDecisions(db), ...listings }
}
