import { regions } from '#app/features/reference/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type DirectorySearch, toDirectoryUrlSearchParams } from '../model.ts'
import { listLatestBusinessesWithPosition } from '../queries.server.ts'
import { metresOfMiles } from '../rules.ts'
import { planDirectorySearch } from '../search/service.server.ts'
import type { DirectoryPlatform } from '../search/terms-service.server.ts'
import type { DirectoryMapData, FirmNamedOnHomeMap } from './model.ts'
import { countSearchMatchesByPostcodeArea, listSearchMatchesByTown } from './queries.server.ts'
import { chooseFirmsForHomeMap, toCountryDirectoryMap, toPlaceDirectoryMap, toRegionDirectoryMap } from './rules.ts'

/** Miles around a place that the map shows where any distance was asked for. */
const milesOfAnyDistance = 30
/** Towns that the map lists, and firms that it names of each. */
const listed = { towns: 60, names: 12 }

/** How many of the newest firms are looked at for those to name. */
const namedFrom = 400

/** Finds firms in different parts of the country for the front page to name, the newest that fit. Cached until a listing changes. */
export function getFirmsForHomeMap(platform: Pick<Platform, 'directoryCache' | 'db'>): Promise<FirmNamedOnHomeMap[]> {
  return platform.directoryCache.getOrLoad('named firms', async () =>
    chooseFirmsForHomeMap(await listLatestBusinessesWithPosition(platform.db, namedFrom)),
  )
}

/** Draws a search as a map: around its place, in its region, or in the country. Cached until a listing changes. */
export function getDirectoryMap(platform: DirectoryPlatform, search: DirectorySearch): Promise<DirectoryMapData> {
  const query = toDirectoryUrlSearchParams({ ...search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`map?${query}`, async () => {
    const { plan, notes } = await planDirectorySearch(platform, search)
    const { position, area, radius, isPlaceOrWords } = plan
    if (position) {
      const miles = notes.radius ?? milesOfAnyDistance
      const within = { ...plan, radius: metresOfMiles(miles) }
      return toPlaceDirectoryMap(
        {
          position,
          label: notes.place?.name ?? '',
          miles,
          beyond: radius === null ? 'any distance' : isPlaceOrWords ? 'come or mention' : 'come',
        },
        await listSearchMatchesByTown(platform.db, within, listed),
      )
    }
    const counts = await countSearchMatchesByPostcodeArea(platform.db, plan)
    const region = area?.kind === 'region' ? regions.find((name) => name === area.name) : undefined
    return region ? toRegionDirectoryMap(region, counts) : toCountryDirectoryMap(counts)
  })
}
