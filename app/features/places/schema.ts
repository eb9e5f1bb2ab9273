/** An outcode is the first half of a postcode. Counties and regions have no position. */
export type PlaceKind = 'outcode' | 'town' | 'county' | 'region'

/** Metres east (x) and north (y) on the British National Grid. */
export interface GridPosition {
  x: number
  y: number
}

/** A place that a search can name. */
export interface Place {
  slug: string
  /** 'Leeds', 'LS1'. */
  name: string
  kind: PlaceKind
  /** From 1, a large city, to 4, a village. */
  rank: number
  /** Tells it from others of its name; null if nothing does. */
  county: string | null
  /** Null for a county or region. */
  position: GridPosition | null
}

/** What a text says about where. `others` are further places of the same name. */
export type PlaceResolution =
  /** `isApproximate`: a whole postcode of which only the first half is known. */
  | { kind: 'point'; place: Place; position: GridPosition; others: Place[]; isApproximate: boolean }
  /** A county or region: the listings in it, without a radius. */
  | { kind: 'area'; place: Place; others: Place[] }
  /** Jersey, Guernsey, Man and BFPO addresses. */
  | { kind: 'elsewhere'; message: string }
  /** Namesakes of about equal rank. */
  | { kind: 'ambiguous'; places: Place[] }
  | { kind: 'unknown'; suggestion: Place | null }
