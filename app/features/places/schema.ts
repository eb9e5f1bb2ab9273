/** An outcode is the first half of a postcode. Counties and regions have no position. */
export type PlaceKind = 'outcode' | 'town' | 'county' | 'region'
