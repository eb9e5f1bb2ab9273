import type { NationalGridPosition } from '#app/features/places/model.ts'
import { postcodeAreasOfRegion, type Region, regionOfPostcode, regions } from '#app/features/reference/rules.ts'
import { type DirectoryMapBarData, type DirectoryMapData, type FirmNamedOnHomeMap, homeMapRegions } from './model.ts'

/** The whole country with the northern isles. */
const country = { west: -6_000, south: 0, east: 676_000, north: 1_225_000 }

/** Where the bar of a region stands: in its middle, or beside it where its neighbours' bars would cover it. */
const regionBars: Record<Region, { x: number; y: number }> = {
  'North East': { x: 422_000, y: 560_000 },
  'North West': { x: 352_000, y: 440_000 },
  'Yorkshire and the Humber': { x: 446_000, y: 435_000 },
  'East Midlands': { x: 478_000, y: 335_000 },
  'West Midlands': { x: 392_000, y: 290_000 },
  'East of England': { x: 600_000, y: 265_000 },
  London: { x: 545_000, y: 178_000 },
  'South East': { x: 472_000, y: 140_000 },
  'South West': { x: 318_000, y: 110_000 },
  Scotland: { x: 290_000, y: 740_000 },
  Wales: { x: 285_000, y: 250_000 },
  'Northern Ireland': { x: 115_000, y: 525_000 },
}

/** Metres beside the outermost bars of a region. */
const margin = 40_000

/** Sums the counts of postcode areas by region. */
export function toCountryDirectoryMap(counts: ReadonlyMap<string, number>): DirectoryMapData {
  const bars = regions.map((region): DirectoryMapBarData => {
    const own = postcodeAreasOfRegion(region)
    return {
      label: region,
      near: region,
      firms: own.reduce((sum, { code }) => sum + (counts.get(code) ?? 0), 0),
      ...regionBars[region],
    }
  })
  return { depth: 'country', ...country, bars: bars.filter(({ firms }) => firms > 0), here: null }
}

/** The postcode areas of a region, each at its post town. */
export function toRegionDirectoryMap(region: string, counts: ReadonlyMap<string, number>): DirectoryMapData {
  const own = postcodeAreasOfRegion(region)
  // Several areas of London have its name: their codes tell them apart.
  const isAlone = (town: string) => own.filter((area) => area.town === town).length === 1
  const xs = own.map(({ easting }) => easting)
  const ys = own.map(({ northing }) => northing)
  return {
    depth: 'region',
    west: Math.min(...xs) - margin,
    east: Math.max(...xs) + margin,
    south: Math.min(...ys) - margin,
    north: Math.max(...ys) + margin,
    bars: own
      .map(({ code, town, easting, northing }) => ({
        label: isAlone(town) ? town : `${town} ${code}`,
        near: isAlone(town) ? town : `${code}1`,
        firms: counts.get(code) ?? 0,
        x: easting,
        y: northing,
      }))
      .filter(({ firms }) => firms > 0),
    here: null,
  }
}

/** The longest name that fits beside the map, in characters. */
const labelLength = 20

interface Placed {
  slug: string
  name: string
  city: string | null
  postcode: string | null
  position: NationalGridPosition | null
}

/** Chooses the firms that the front page names: the first of each region whose name and town fit. */
export function chooseFirmsForHomeMap(firms: Placed[]): FirmNamedOnHomeMap[] {
  const fitting = firms.flatMap(({ slug, name, city, postcode, position }) => {
    if (!city || !postcode || !position || Math.max(name.length, city.length) > labelLength) return []
    return [{ slug, name, town: city, ...position, in: regionOfPostcode(postcode) }]
  })
  return homeMapRegions.flatMap((region) => {
    const firm = fitting.find((each) => each.in === region)
    if (!firm) return []
    const { in: _, ...named } = firm
    return [{ ...named, region }]
  })
}

/** The height of a bar for its number of firms, from 0 to 1: by the square root, so that small numbers are seen beside large ones. */
export function directoryMapBarHeight(firms: number, most: number): number {
  return Math.max(0.12, Math.sqrt(firms / Math.max(1, most)))
}
