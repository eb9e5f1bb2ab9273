/** Characters a slug has at most, so that an address stays readable. */
const slugMaxLength = 80

/**
 * The readable part of a business's address, made from its name and town: 'Caffi Môn', 'Bangor' gives
 * 'caffi-mon-bangor'. Lower-case letters a to z, digits and single hyphens; 'business' where nothing else is left.
 */
export function makeSlug(name: string, town?: string | null): string {
  const words = `${name} ${town ?? ''}`
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const cut = words.length > slugMaxLength ? words.slice(0, slugMaxLength).replace(/-[^-]*$/, '') : words
  return cut || 'business'
}

/** A slug none of `taken` is: the wished one, else with -2, -3... behind it. */
export function makeSlugUnique(wished: string, taken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wished : `${wished}-${number}`
    if (!taken(slug)) return slug
  }
}
