import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Figures, sharesOf, sharesOfRegions } from './figures.ts'
import { countByArea, countByBranch, countByIndustry, selectWeeks } from './figures-queries.server.ts'
import { authorise } from './policy.server.ts'

/** How verification and the directory are doing. What concerns listings is remembered until one changes. */
export async function readFigures(platform: Platform, actor: Actor | null): Promise<Figures> {
  authorise(actor, 'administer')
  const { db, directoryMemory } = platform
  const listings = await directoryMemory.recall('figures', async () => {
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
