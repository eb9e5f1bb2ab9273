import { createHash } from 'node:crypto'
import { requireNoPart } from '#app/features/profile/policy.server.ts'
import { tileOf } from '#app/features/reference/industry-rules.ts'
import { getBusinessLookups } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import { visibilityServices } from '#app/platform/.server/security/visibility.ts'
import { businessPictures } from './media-queries.server.ts'
import type { BusinessField, Section } from './model.ts'
import { viewMedia } from './picture-files.server.ts'
import { canHideBusinesses, canWithholdBusinesses } from './policy.server.ts'
import {
  findOwnBusiness,
  lockBusiness,
  lockOwnBusiness,
  makeFreeSlug,
  type OwnBusinessRow,
  replaceSlug,
  updateBusiness,
  withFreeSlug,
} from './queries.server.ts'
import { businessStatusOf, changesSlug } from './rules.ts'
import {
  type BusinessValues,
  type OwnBusiness,
  type OwnDetails,
  type SectionValues,
  sectionSchemas,
} from './section-form-schema.ts'
import { dialledNumber, problemsIn } from './values-service.server.ts'

export const { setVisibility, setVisibilityAsAdmin, withhold } = visibilityServices({
  subjectType: 'business',
  lockOwn: lockOwnBusiness,
  lock: lockBusiness,
  update: updateBusiness,
  statusOf: businessStatusOf,
  canHide: canHideBusinesses,
  canWithhold: canWithholdBusinesses,
  requireNoPart: (transaction, admin, business) => requireNoPart(transaction, admin, { business }, { areAdmins: true }),
})

/** Finds the actor's business with its pictures; null if they have none. */
export async function getOwnBusiness(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<OwnBusiness | null> {
  const details = await getOwnDetails(platform, actor)
  return details && { ...details, ...(await viewMedia(platform.db, businessPictures, details.id)) }
}

/** Finds the actor's business without its pictures; null if they have none. */
export async function getOwnDetails(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<OwnDetails | null> {
  const { userId } = requireActor(actor)
  const row = await findOwnBusiness(platform.db, userId)
  if (!row) return null
  const { id, slug, industryName, values, isActive, createdAt, updatedAt } = row
  const sections = Object.keys(sectionSchemas) as Section[]
  const versions = Object.fromEntries(sections.map((section) => [section, versionOf(section, values)]))
  return {
    id,
    slug,
    name: values.name,
    tile: tileOf(values.name, industryName),
    city: values.city,
    county: values.county,
    values,
    dials: dialledNumber(values.businessPhoneNumber),
    versions: versions as OwnDetails['versions'],
    isActive,
    status: businessStatusOf(row),
    createdAt,
    updatedAt,
  }
}

/** The business of any member, for an email to them; null if they have none. */
export async function findBusinessOf(
  { db }: Pick<Platform, 'db'>,
  ownerId: string,
): Promise<Pick<OwnDetails, 'name' | 'slug' | 'status'> | null> {
  const row = await findOwnBusiness(db, ownerId)
  return row && { name: row.values.name, slug: row.slug, status: businessStatusOf(row) }
}

export type UpdateResult<Which extends Section> =
  | { outcome: 'saved'; slug: string }
  /**
   * Nothing is saved: `fields` were changed elsewhere after the form was shown, to values that differ from the form's. The form is
   * shown again with `version`; sending it again then overwrites them.
   */
  | { outcome: 'changed'; fields: BusinessField[]; current: SectionValues<Which>; version: string }
  /** Error messages by field. */
  | { outcome: 'refused'; errors: Record<string, string[]> }
  /** The name was changed too often today. */
  | { outcome: 'limited' }
  | { outcome: 'not-found' }

/** Every new name reserves another slug for good. */
const renames: Limit = { name: 'business-rename', requests: 10, windowSeconds: 86_400 }

/**
 * Saves a section of the actor's business. A new name gives it a new slug; the old one redirects to it for good.
 * @param version the section's version when the form was shown, see `OwnDetails.versions`
 */
export async function updateSection<Which extends Section>(
  platform: Pick<Platform, 'db' | 'referenceCache' | 'secret'>,
  actor: Actor | null,
  section: Which,
  values: SectionValues<Which>,
  version: string,
): Promise<UpdateResult<Which>> {
  const { userId } = requireActor(actor)
  const typed = pick(section, values as Partial<BusinessValues>)
  const errors = problemsIn(await getBusinessLookups(platform), typed)
  if (Object.keys(errors).length > 0) return { outcome: 'refused', errors }
  return withFreeSlug(() =>
    platform.db.transaction(async (transaction): Promise<UpdateResult<Which>> => {
      const row = await lockOwnBusiness(transaction, userId)
      if (!row) return { outcome: 'not-found' }
      const fields = changedMeanwhile(section, version, row.values, typed)
      if (fields.length > 0) {
        const current = pick(section, row.values) as SectionValues<Which>
        return { outcome: 'changed', fields, current, version: versionOf(section, row.values) }
      }
      const slug = await slugAfter(transaction, row, typed.name)
      if (slug !== row.slug) {
        const { allowed } = await countRequest(transaction, platform.secret, renames, userId)
        if (!allowed) return { outcome: 'limited' }
        await replaceSlug(transaction, row.id, { before: row.slug, now: slug })
      }
      await updateBusiness(transaction, row.id, { ...typed, businessSlug: slug })
      return { outcome: 'saved', slug }
    }),
  )
}

async function slugAfter(transaction: Database, row: OwnBusinessRow, name: string | undefined): Promise<string> {
  if (name === undefined || !changesSlug(row.values, name)) return row.slug
  return makeFreeSlug(transaction, { id: row.id, name, city: row.values.city })
}

/** Picks the fields of a section. */
function pick(section: Section, values: Partial<BusinessValues>): Partial<BusinessValues> {
  return Object.fromEntries(fieldsOf(section).map((field) => [field, values[field]]))
}

function fieldsOf(section: Section): BusinessField[] {
  return Object.keys(sectionSchemas[section].shape) as BusinessField[]
}

/** A short hash of each field, to detect changed fields later. */
function versionOf(section: Section, values: BusinessValues): string {
  return fieldsOf(section)
    .map((field) => hashOf(values[field]))
    .join('.')
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)
}

/** The fields that changed after the form was shown and now differ from what was typed. */
function changedMeanwhile(
  section: Section,
  version: string,
  stored: BusinessValues,
  typed: Partial<BusinessValues>,
): BusinessField[] {
  const hashes = version.split('.')
  return fieldsOf(section).filter(
    (field, index) => hashes[index] !== hashOf(stored[field]) && stored[field] !== typed[field],
  )
}
