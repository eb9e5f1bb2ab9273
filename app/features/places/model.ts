/** An outcode is the first half of a postcode. Counties and regions have no position. */
export type PlaceKind = 'outcode' | 'town' | 'county' | 'region'

/** Metres east (x) and north (y) on the British National Grid. */
export interface NationalGridPosition {
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
  position: NationalGridPosition | null
}

/** What a text says about where. `others` are further places of the same name; `leftOut` is a part of the text that we do not know. */
export type PlaceResolution =
  /** `isApproximate`: a postcode of which only the first half is known. */
  | {
      kind: 'point'
      place: Place
      position: NationalGridPosition
      others: Place[]
      isApproximate: boolean
      leftOut: string | null
    }
  /** A county or region: the listings in it, without a radius. */
  | { kind: 'area'; place: Place; others: Place[]; leftOut: string | null }
  /** Jersey, Guernsey, Man, BFPO addresses, other countries, and the country as a whole. */
  | { kind: 'elsewhere'; message: string }
  /** Namesakes of about equal rank. */
  | { kind: 'ambiguous'; places: Place[]; leftOut: string | null }
  | { kind: 'unknown'; suggestion: Place | null }

/** The longest text that can name a place: a town with its county. */
export const placeMaxLength = 100

/** A place, and the search name by which it was asked for. */
export interface NamedPlace {
  typed: string
  place: Place
}
