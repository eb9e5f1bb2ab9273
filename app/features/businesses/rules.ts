import type { BusinessType } from '#app/features/reference/rules.ts'
import { type Picture, toPicture } from '#app/lib/pictures.ts'
import {
  type BusinessVisibilityStatus,
  businessFieldLabels,
  businessTradeFieldNames,
  unknownChoiceMessage,
} from './model.ts'
import { transliterate } from './transliteration.ts'

/** The maximum length of a new slug, without a number behind it. Keeps URLs readable. */
const slugMaxLength = 80

/** Words that have, or may get, another meaning in a URL. */
const reservedSlugs = new Set(
  ['about', 'account', 'add', 'admin', 'api', 'auth', 'contact', 'create', 'dashboard', 'delete', 'directory'].concat(
    ['edit', 'feed', 'files', 'help', 'index', 'login', 'logout', 'new', 'null', 'picture', 'preview', 'robots'],
    ['root', 'search', 'share', 'sitemap', 'static', 'support', 'undefined', 'vcard', 'verification', 'www'],
  ),
)

/** Whether a slug has another meaning in a URL, so that no business may have it. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug)
}

/**
 * Makes a slug of a name and a town: 'Caffi Môn', 'Bangor' gives 'caffi-mon-bangor'. It consists of a to z, digits and single
 * hyphens; Cyrillic and Greek are transliterated. If nothing is left the slug is `kind`, and a reserved word gets `-kind` appended.
 */
export function makeSlug(
  name: string,
  town?: string | null,
  kind: 'business' | 'podcast' | 'product' = 'business',
): string {
  const words = transliterate(
    `${name} ${town ?? ''}`
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  )
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const cut = words.length > slugMaxLength ? words.slice(0, slugMaxLength).replace(/-[^-]*$/, '') : words
  if (isReservedSlug(cut)) return `${cut}-${kind}`
  return cut || kind
}

/** Whether a text has the form of a slug. Other texts must not reach a query, as PostgreSQL rejects some characters. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Appends -2, -3... to a slug until it is not taken. */
export function makeSlugUnique(slug: string, isTaken: (slug: string) => boolean): string {
  for (const candidate of slugCandidates(slug)) {
    if (!isTaken(candidate)) return candidate
  }
  throw new Error('unreachable: there are infinitely many candidates')
}

/** Yields the slug, then the slug with -2, -3... appended, without end. */
export function* slugCandidates(slug: string): Generator<string, void> {
  yield slug
  for (let number = 2; ; number += 1) yield `${slug}-${number}`
}

/**
 * Finds the first candidate for a slug that is not taken.
 * @param findTaken selects those of the given slugs that are taken
 */
export async function makeUntakenSlug(
  slug: string,
  findTaken: (slugs: string[]) => Promise<Set<string>>,
): Promise<string> {
  for (let count = 10; ; count *= 10) {
    const taken = await findTaken(slugCandidates(slug).take(count).toArray())
    if (taken.size < count) return makeSlugUnique(slug, (candidate) => taken.has(candidate))
  }
}

/** Whether a new name changes the slug. */
export function doesNewNameChangeBusinessSlug(before: { name: string; city: string | null }, name: string): boolean {
  return makeSlug(before.name, before.city) !== makeSlug(name, before.city)
}

/** Business types whose street address is shown where the owner has not said; others often work from home. db/listings.sql has them, too. */
export const businessTypesShowingStreetByDefault = [
  'Limited company',
  'Limited liability partnership',
  'Community interest company',
  'Charity',
] as const satisfies BusinessType[]

type Choices = { id: number }[]

/** Error messages by field for chosen ids that are not in the lookups. */
export function unknownBusinessChoiceErrors(
  lookups: { industries: Choices; businessTypes: Choices; trades: { id: string }[] },
  chosen: {
    industryId?: number | null
    businessTypeId?: number | null
    trade1?: string | null
    trade2?: string | null
    trade3?: string | null
  },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const check = (field: 'industryId' | 'businessTypeId', choices: Choices) => {
    const id = chosen[field] ?? null
    if (id !== null && !choices.some((choice) => choice.id === id))
      errors[field] = [unknownChoiceMessage(businessFieldLabels[field])]
  }
  check('industryId', lookups.industries)
  check('businessTypeId', lookups.businessTypes)
  for (const field of businessTradeFieldNames) {
    const id = chosen[field] ?? null
    if (id !== null && !lookups.trades.some((trade) => trade.id === id)) {
      errors[field] = [unknownChoiceMessage(businessFieldLabels[field])]
    }
  }
  return errors
}

/** The prefixes of Companies House numbers: Scotland, Northern Ireland, partnerships, overseas and so on. */
const companyPrefixes = new Set(
  ['AC', 'CE', 'CS', 'FC', 'FE', 'GE', 'GN', 'GS', 'IC', 'IP', 'LP', 'NA', 'NC', 'NF', 'NI', 'NL', 'NO', 'NP'].concat(
    ['NR', 'NV', 'NZ', 'OC', 'OE', 'PC', 'RC', 'RS', 'SA', 'SC', 'SE', 'SF', 'SG', 'SI', 'SL', 'SO', 'SP', 'SR'],
    ['SZ', 'ZC'],
  ),
)

/** A company number with the zeros that a spreadsheet or a hurry lost: '345678' is 00345678, 'SC12345' is SC012345. Others as typed. */
export function normaliseCompanyNumber(typed: string): string {
  const bare = typed.replace(/[\s.-]/g, '').toUpperCase()
  if (/^\d{3,7}$/.test(bare)) return bare.padStart(8, '0')
  const [, prefix = '', digits = ''] = /^([A-Z]{2})(\d{3,5})$/.exec(bare) ?? []
  return companyPrefixes.has(prefix) ? prefix + digits.padStart(6, '0') : typed
}

/**
 * The page of a company in the Companies House register. Null if the number has none of their forms: eight digits, a known prefix
 * and six digits, or R and seven digits (old numbers of Northern Ireland).
 */
export function companyRegisterUrl(number: string | null | undefined): string | null {
  const bare = (number ?? '').replace(/[\s.-]/g, '').toUpperCase()
  const [, prefix = ''] = /^([A-Z]{2})(?:\d{6}|\d{5}R)$/.exec(bare) ?? []
  if (!/^\d{8}$/.test(bare) && !/^R\d{7}$/.test(bare) && !companyPrefixes.has(prefix)) return null
  return `https://find-and-update.company-information.service.gov.uk/company/${bare}`
}

/** Whether a business is listed, and if not, why. */
export function businessVisibilityStatusOf(business: {
  isActive: boolean
  /** The public sees it by now. */
  isOwnerVerified: boolean
  /** Verified, whether the public sees it by now or will within a minute. */
  isOwnerApproved: boolean
  isOwnerSuspended: boolean
}): BusinessVisibilityStatus {
  if (!business.isActive) return 'hidden'
  if (business.isOwnerSuspended) return 'suspended'
  if (!business.isOwnerApproved) return 'unverified'
  return business.isOwnerVerified ? 'listed' : 'starting'
}

/** Turns the logo columns of a row into a picture; null if there is no logo. */
export function businessLogoPictureOfRow(row: {
  logoUrl: string | null
  logoWidth: number | null
  logoHeight: number | null
  logoColour: string | null
}): Picture | null {
  const { logoUrl: key, logoWidth: width, logoHeight: height, logoColour: colour } = row
  return key && width && height && colour ? toPicture('logo', { key, width, height, colour }) : null
}

/** Returns the list with `id` moved to `index`; unchanged if the index is out of range or the id is not in the list. */
export function moveIdToIndex(ids: string[], id: string, index: number): string[] {
  if (index < 0 || index >= ids.length || !ids.includes(id)) return ids
  return ids.filter((other) => other !== id).toSpliced(index, 0, id)
}
