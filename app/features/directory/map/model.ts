/** A bar of the map: an area with its number of firms. */
export interface MapBar {
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
export interface NamedFirm {
  slug: string
  name: string
  town: string
  region: NamedRegion
  /** In metres on the National Grid. */
  x: number
  y: number
}

/** The regions whose firms are named, one of each: beside them there is room for a label. */
export const namedRegions = ['Scotland', 'North East', 'Northern Ireland', 'South West'] as const
export type NamedRegion = (typeof namedRegions)[number]

/** The firms of a search by area: in the country, in a region, or around a place. */
export interface ResultMap {
  depth: 'country' | 'region' | 'place'
  /** Bounds in metres on the National Grid. */
  west: number
  south: number
  east: number
  north: number
  bars: MapBar[]
  /** Where the search is; null without a place. */
  here: { x: number; y: number; label: string } | null
}
