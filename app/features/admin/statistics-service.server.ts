import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { canReadAdminStatistics } from './policy.server.ts'
import { type StatisticsForAdmins, toBusinessCountsByRegion, toSortedBusinessGroupCounts } from './statistics.ts'
import {
  industryStatisticsOfListedBusinesses,
  listWeeklyVerificationDecisionStatistics,
  postcodeAreaStatisticsOfListedBusinesses,
  serviceBranchStatisticsOfListedBusinesses,
} from './statistics-queries.server.ts'

/** How verification and the directory are doing. What concerns listings is remembered until one changes. */
export async function getStatisticsForAdmins(
  platform: Pick<Platform, 'db' | 'directoryCache'>,
  actor: Actor | null,
): Promise<StatisticsForAdmins> {
  requirePermission(actor, canReadAdminStatistics)
  const { db, directoryCache } = platform
  const listings = await directoryCache.getOrLoad('statistics', async () => {
    const areas = await postcodeAreaStatisticsOfListedBusinesses(db)
    return {
      listed: areas.reduce((sum, { count }) => sum + count, 0),
      byRegion: toBusinessCountsByRegion(areas),
      byIndustry: toSortedBusinessGroupCounts(await industryStatisticsOfListedBusinesses(db)),
      byBranch: toSortedBusinessGroupCounts(await serviceBranchStatisticsOfListedBusinesses(db)),
    }
  })
  return { weeks: await listWeeklyVerificationDecisionStatistics(db), ...listings }
}
