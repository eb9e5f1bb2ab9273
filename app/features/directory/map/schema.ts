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
