/** A bar of the map: an area with its number of firms. */
export interface DirectoryMapBarData {
  /** 'Yorkshire and the Humber', 'Leeds', 'LS1'. */
  label: string
  firms: number
  /** Where it stands, in metres on the National Grid. */
  x: number
  y: number
  /** The place that the bar leads to, as the parameter `near`. */
  near: string
}

/** A firm that the front page names on its map. */
export interface FirmNamedOnHomeMap {
  slug: string
  name: string
  town: string
  region: HomeMapRegion
  /** In metres on the National Grid. */
  x: number
  y: number
}

/** The regions whose firms are named, one of each: beside them there is room for a label. */
export const homeMapRegions = ['Scotland', 'North East', 'Northern Ireland', 'South West'] as const
export type HomeMapRegion = (typeof homeMapRegions)[number]

/** The firms of a search by area: in the country, in a region, or around a place. */
export interface DirectoryMapData {
  depth: 'country' | 'region' | 'place'
  /** Bounds in metres on the National Grid. */
  west: number
  south: number
  east: number
  north: number
  bars: DirectoryMapBarData[]
  /** Where the search is; null without a place. */
  here: { x: number; y: number; label: string } | null
}
