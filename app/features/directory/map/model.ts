/** A mark on the map of a search, and its name where there is room. Lengths are in em of the map's text. */
export interface DirectoryMapMark {
  /** Per cent of the drawing, from its left and its upper edge. */
  x: number
  y: number
  /** The radius of a circle, or the height of a bar. */
  size: number
  /** Its number of firms, in four characters at most. */
  count: string
  /** The place in {@link directoryMapWidths} of the narrowest drawing that has room for it; null where none has. */
  from: number | null
  name: DirectoryMapMarkName | null
}

/** The name beside a mark: where its text begins, ends or has its middle. */
export interface DirectoryMapMarkName {
  text: string
  dx: number
  dy: number
  anchor: 'start' | 'middle' | 'end'
  /** As that of the mark. */
  from: number
}

/** Widths of the drawing in em from which it has more marks and names; result-map.css has the same. */
export const directoryMapWidths = [10, 17, 20, 34] as const

/** A firm that the map of a search names. */
export interface FirmNamedOnDirectoryMap {
  slug: string
  name: string
}

/** A region, post town or town with its number of firms. */
export interface DirectoryMapArea {
  /** 'Yorkshire and the Humber', 'Leeds'; null for firms that say no town. */
  label: string | null
  firms: number
  /** The place that a region or post town leads to, as the parameter `near`; null for a town around a place. */
  near: string | null
  /** The first firms of a town around a place. */
  named: FirmNamedOnDirectoryMap[]
  /** Null for firms that say no town. */
  mark: DirectoryMapMark | null
  /** Whether it is the place of the search. */
  isHere: boolean
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

/** A circle around the place of a search. */
export interface DirectoryMapRing {
  miles: number
  /** Its radius, in per cent of the drawing. */
  reach: number
  /** Where it says so, in per cent of the drawing; null where there is no room. */
  text: { x: number; y: number } | null
}

/** The firms of a search by area: in the country, in a region, or around a place. */
export interface DirectoryMapData {
  depth: 'country' | 'region' | 'place'
  /** The part of the drawn country that is seen, as of an SVG. */
  viewBox: string
  /** Those with most firms first. */
  areas: DirectoryMapArea[]
  /** Firms of all areas, also of those that are not listed, and the number of these areas. */
  firms: number
  unlistedAreas: number
  /** What only a map around a place has. */
  around: DirectoryMapPlace | null
}

/** The place that a map is drawn around. */
export interface DirectoryMapPlace {
  label: string
  /** Null where a town has its name, and the mark. */
  mark: DirectoryMapMark | null
  rings: DirectoryMapRing[]
  /** Miles to the outer ring. */
  miles: number
  /** Why the search finds firms beyond the ring: they come to the place, come to it or mention it, or any distance was asked for. */
  beyond: 'come' | 'come or mention' | 'any distance'
}
