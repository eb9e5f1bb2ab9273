/** The area of a UK postcode or outcode: the one or two letters it begins with ('la9 4xx' gives 'LA'), or null. */
export function postcodeArea(postcode: string): string | null {
  return /^\s*([a-z]{1,2})\d/i.exec(postcode)?.[1]?.toUpperCase() ?? null
}
