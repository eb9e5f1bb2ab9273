import { type Picture, pictureOf } from '#app/lib/pictures.ts'

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

/** A logo as the tables keep it, for a screen; null where there is none. */
export function logoOf(row: {
  logoUrl: string | null
  logoWidth: number | null
  logoHeight: number | null
  logoColour: string | null
}): Picture | null {
  const { logoUrl: key, logoWidth: width, logoHeight: height, logoColour: colour } = row
  return key && width && height && colour ? pictureOf('logo', { key, width, height, colour }) : null
}

/** Who can see a business, in words. Only a verified owner's is ever listed. */
export function visibilityOf(isActive: boolean, verified: boolean): string {
  if (!isActive) return 'Hidden from the directory'
  return verified ? 'Visible in the directory' : 'Listed once you are verified'
}
