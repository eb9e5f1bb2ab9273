/** Returns the area of a UK postcode or outcode, its first one or two letters ('la9 4xx' gives 'LA'), or null. */
export function postcodeArea(postcode: string): string | null {
  return /^\s*([a-z]{1,2})\d/i.exec(postcode)?.[1]?.toUpperCase() ?? null
}
