import { type Picture, pictureOf } from '#app/lib/pictures.ts'
import { fieldLabels, unknownChoice, type WizardStep, wizardSteps } from './schema.ts'
import { transliterate } from './transliteration.ts'

/** Characters a slug has at most, so that an address stays readable. */
const slugMaxLength = 80

/** Words that mean something else in an address, or will. */
const reservedSlugs = new Set(
  ['about', 'account', 'add', 'admin', 'api', 'auth', 'contact', 'create', 'dashboard', 'delete', 'directory'].concat(
    ['edit', 'feed', 'files', 'help', 'index', 'login', 'logout', 'new', 'null', 'picture', 'preview', 'robots'],
    ['root', 'search', 'share', 'sitemap', 'static', 'support', 'undefined', 'vcard', 'verification', 'www'],
  ),
)

/** Whether an address may not be a business's, as it means something else. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug)
}

/**
 * The readable part of an address, made of a business's name and town: 'Caffi Môn', 'Bangor' gives 'caffi-mon-bangor'.
 * Lower-case letters a to z, digits and single hyphens, other alphabets written with these; what it is the address of,
 * 'business', where nothing else is left, and behind a word that is reserved.
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

/** Whether a text may be a slug: one that may not must not reach a query, which would fail on some characters. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** A slug none of `taken` is: the wished one, else with -2, -3... behind it. */
export function makeSlugUnique(wished: string, taken: (slug: string) => boolean): string {
  for (const slug of slugCandidates(wished)) {
    if (!taken(slug)) return slug
  }
  throw new Error('there is always another number')
}

/** The slugs that are tried for a wish, one after another, without end. */
export function* slugCandidates(wished: string): Generator<string, void> {
  yield wished
  for (let number = 2; ; number += 1) yield `${wished}-${number}`
}

/** The first slug for a wish that nobody has; `findTaken` gives those of some slugs that somebody has. */
export async function findUntakenSlug(
  wished: string,
  findTaken: (slugs: string[]) => Promise<Set<string>>,
): Promise<string> {
  for (let count = 10; ; count *= 10) {
    const taken = await findTaken(slugCandidates(wished).take(count).toArray())
    if (taken.size < count) return makeSlugUnique(wished, (slug) => taken.has(slug))
  }
}

/** Whether a change of name or town is one that the address should follow. */
export function changesSlug(before: { name: string; city: string | null }, name: string): boolean {
  return makeSlug(before.name, before.city) !== makeSlug(name, before.city)
}

type Choices = { id: number }[]

/** Choices that are none of the lookups', with what to say of them, by field. */
export function unknownChoices(
  lookups: { industries: Choices; businessTypes: Choices },
  chosen: { industryId?: number | null; businessTypeId?: number | null },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const look = (field: 'industryId' | 'businessTypeId', choices: Choices) => {
    const id = chosen[field] ?? null
    if (id !== null && !choices.some((choice) => choice.id === id)) errors[field] = [unknownChoice(fieldLabels[field])]
  }
  look('industryId', lookups.industries)
  look('businessTypeId', lookups.businessTypes)
  return errors
}

/** The letters Companies House begins numbers with: Scotland, Northern Ireland, partnerships, overseas and so on. */
const companyPrefixes = new Set(
  ['AC', 'CE', 'CS', 'FC', 'FE', 'GE', 'GN', 'GS', 'IC', 'IP', 'LP', 'NA', 'NC', 'NF', 'NI', 'NL', 'NO', 'NP'].concat(
    ['NR', 'NV', 'NZ', 'OC', 'OE', 'PC', 'RC', 'RS', 'SA', 'SC', 'SE', 'SF', 'SG', 'SI', 'SL', 'SO', 'SP', 'SR'],
    ['SZ', 'ZC'],
  ),
)

/**
 * Where Companies House shows the company of a number; null where the number does not look like one of theirs: eight
 * digits, two letters they use and six digits, or the R and seven digits of old ones in Northern Ireland.
 */
export function companyRegisterUrl(number: string | null | undefined): string | null {
  const bare = (number ?? '').replace(/[\s.-]/g, '').toUpperCase()
  const [, prefix = ''] = /^([A-Z]{2})(?:\d{6}|\d{5}R)$/.exec(bare) ?? []
  if (!/^\d{8}$/.test(bare) && !/^R\d{7}$/.test(bare) && !companyPrefixes.has(prefix)) return null
  return `https://find-and-update.company-information.service.gov.uk/company/${bare}`
}

/** How an owner's business stands: seen by everyone, or by nobody else and why. */
export type BusinessStatus = 'listed' | 'hidden' | 'suspended' | 'unverified'

/** What stands between a business and the directory. */
export function statusOf(business: {
  isActive: boolean
  isOwnerVerified: boolean
  isOwnerSuspended: boolean
}): BusinessStatus {
  if (!business.isActive) return 'hidden'
  if (business.isOwnerSuspended) return 'suspended'
  return business.isOwnerVerified ? 'listed' : 'unverified'
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

/** Who can see a business, in words. */
export function visibilityOf(status: BusinessStatus): string {
  switch (status) {
    case 'listed':
      return 'Visible in the directory'
    case 'hidden':
      return 'Hidden from the directory'
    case 'unverified':
      return 'Listed once you are verified'
    case 'suspended':
      return 'Not listed while you are suspended'
  }
}

/** Where the wizard is. */
export const wizardPath = '/business-onboarding'

/** The address of a step of the wizard. */
export function stepPath(step: WizardStep): string {
  return `${wizardPath}?step=${step}`
}

/** The step an address asks for; null for none, or one there is not. */
export function readStep(value: unknown): WizardStep | null {
  return wizardSteps.find((step) => step === value) ?? null
}

/** The step before or after another; null beyond the first and the last. */
export function stepBeside(step: WizardStep, by: -1 | 1): WizardStep | null {
  return wizardSteps[wizardSteps.indexOf(step) + by] ?? null
}

/** A list in which one is at another place; nothing is moved beyond its ends. */
export function moveTo(ids: string[], id: string, place: number): string[] {
  if (place < 0 || place >= ids.length || !ids.includes(id)) return ids
  return ids.filter((other) => other !== id).toSpliced(place, 0, id)
}
