import { postcodeAreas } from '#app/features/reference/postcode-areas.ts'
import { type Region, regions } from '#app/features/reference/rules.ts'
import type { MapBar, ResultMap } from './schema.ts'

const areas: Readonly<Record<string, { town: string; region: Region; easting: number; northing: number }>> =
  postcodeAreas

/** The whole country with the northern isles. */
const country = { west: -6_000, south: 0, east: 676_000, north: 1_225_000 }

/** Metres beside the outermost bars of a region. */
const margin = 40_000

/** Sums the counts of postcode areas by region; each bar is in the middle of its region's areas. */
export function countryMap(counts: ReadonlyMap<string, number>): ResultMap {
  const bars = regions.map((region): MapBar => {
    const own = Object.entries(areas).filter(([, area]) => area.region === region)
    const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
    return {
      label: region,
      near: region,
      firms: own.reduce((sum, [code]) => sum + (counts.get(code) ?? 0), 0),
      x: mean(own.map(([, { easting }]) => easting)),
      y: mean(own.map(([, { northing }]) => northing)),
    }
  })
  return { depth: 'country', ...country, bars: bars.filter(({ firms }) => firms > 0), here: null }
}

/** The postcode areas of a region, each at its post town. */
export function regionMap(region: string, counts: ReadonlyMap<string, number>): ResultMap {
  const own = Object.entries(areas).filter(([, area]) => area.region === region)
  // Several areas of London have its name: their codes tell them apart.
  const isAlone = (town: string) => own.filter(([, area]) => area.town === town).length === 1
  const xs = own.map(([, { easting }]) => easting)
  const ys = own.map(([, { northing }]) => northing)
  return {
    depth: 'region',
    west: Math.min(...xs) - margin,
    east: Math.max(...xs) + margin,
    south: Math.min(...ys) - margin,
    north: Math.max(...ys) + margin,
    bars: own
      .map(([code, { town, easting, northing }]) => ({
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

/** The height of a bar for its number of firms, from 0 to 1: by the square root, so that small numbers are seen beside large ones. */
export function barHeight(firms: number, most: number): number {
  return Math.max(0.12, Math.sqrt(firms / Math.max(1, most)))
}
