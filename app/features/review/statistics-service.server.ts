import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Statistics, sharesOf, sharesOfRegions } from './statistics.ts'
import { countByArea, countByBranch, countByIndustry, selectWeeks } from './statistics-queries.server.ts'

/** How verification and the directory are doing. What concerns listings is remembered until one changes. */
export async function readStatistics(platform: Platform, actor: Actor | null): Promise<Statistics> {
  requireAdmin(actor)
  const { db, directoryCache } = platform
  const listings = await directoryCache.getOrLoad('figures', async () => {
    const areas = await countByArea(db)
    return {
      listed: areas.reduce((sum, { count }) => sum + count, 0),
      byRegion: sharesOfRegions(areas),
      byIndustry: sharesOf(await countByIndustry(db)),
      byBranch: sharesOf(await countByBranch(db)),
    }
  })
  return { weeks: await selectWeeks(db), ...listings }
}
