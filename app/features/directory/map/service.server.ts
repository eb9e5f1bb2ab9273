import { regions } from '#app/features/reference/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type DirectorySearch, writeDirectorySearch } from '../model.ts'
import { listLatestPlacedBusinesses } from '../queries.server.ts'
import { metresOf } from '../rules.ts'
import { planSearch } from '../search/service.server.ts'
import type { NamedFirm, ResultMap } from './model.ts'
import { countBusinessesByArea, countByCell } from './queries.server.ts'
import { chooseNamedFirms, countryMap, regionMap } from './rules.ts'

/** Miles around a place that the map shows. */
const milesShown = 30
/** Metres of a cell, whose firms are one bar. */
const cell = 9_000

/** How many of the newest firms are looked at for those to name. */
const namedFrom = 400

/** Finds firms in different parts of the country for the front page to name, the newest that fit. Cached until a listing changes. */
export function getNamedFirms(platform: Pick<Platform, 'directoryCache' | 'db'>): Promise<NamedFirm[]> {
  return platform.directoryCache.getOrLoad('named firms', async () =>
    chooseNamedFirms(await listLatestPlacedBusinesses(platform.db, namedFrom)),
  )
}

/** Draws a search as a map: around its place, in its region, or in the country. Cached until a listing changes. */
export function mapSearch(platform: Platform, search: DirectorySearch): Promise<ResultMap> {
  const query = writeDirectorySearch({ ...search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`map?${query}`, async () => {
    const { plan, notes } = await planSearch(platform, search)
    const { position, area } = plan
    if (position) {
      const radius = metresOf(milesShown)
      const cells = await countByCell(platform.db, plan, { position, radius, cell })
      return {
        depth: 'place',
        west: position.x - radius,
        east: position.x + radius,
        south: position.y - radius,
        north: position.y + radius,
        bars: cells.flatMap(({ outcode, ...bar }) => (outcode ? { ...bar, label: outcode, near: outcode } : [])),
        here: { ...position, label: notes.place?.name ?? '' },
      }
    }
    const counts = await countBusinessesByArea(platform.db, plan)
    const region = area?.kind === 'region' ? regions.find((name) => name === area.name) : undefined
    return region ? regionMap(region, counts) : countryMap(counts)
  })
}
