import { createHash } from 'node:crypto'
import { requireStaffMayDecide } from '#app/features/profile/policy.server.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import { getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { makeVisibilityServices } from '#app/platform/.server/security/visibility.ts'
import { businessPictureStore } from './media-queries.server.ts'
import type { BusinessField, BusinessSection } from './model.ts'
import { loadBusinessMediaView } from './picture-files.server.ts'
import { canHideBusinesses, canWithholdBusinesses } from './policy.server.ts'
import {
  findOwnBusiness,
  lockBusiness,
  lockOwnBusiness,
  makeFreeBusinessSlug,
  type OwnBusinessRow,
  recordFormerBusinessSlug,
  retryOnBusinessSlugConflict,
  updateBusiness,
} from './queries.server.ts'
import { businessStatusOf, changesBusinessSlug } from './rules.ts'
import {
  type BusinessSectionValues,
  type BusinessValues,
  businessSectionSchemas,
  type OwnBusiness,
  type OwnBusinessDetails,
} from './section-form-schema.ts'
import { businessFormProblems, formatBusinessDialledNumber } from './values-service.server.ts'

export const { setVisibility, setVisibilityAsAdmin, withhold } = makeVisibilityServices({
  subjectType: 'business',
  lockOwn: lockOwnBusiness,
  lock: lockBusiness,
  update: updateBusiness,
  statusOf: businessStatusOf,
  canHide: canHideBusinesses,
  canWithhold: canWithholdBusinesses,
  requireNoPart: (transaction, admin, business) =>
    requireStaffMayDecide(transaction, admin, { business }, { areAdmins: true }),
})

/** Finds the actor's business with its pictures; null if they have none. */
export async function getOwnBusiness(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<OwnBusiness | null> {
  const details = await getOwnBusinessDetails(platform, actor)
  return details && { ...details, ...(await loadBusinessMediaView(platform.db, businessPictureStore, details.id)) }
}

/** Finds the actor's business without its pictures; null if they have none. */
export async function getOwnBusinessDetails(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnBusinessDetails | null> {
  const { userId } = requireActor(actor)
  const row = await findOwnBusiness(platform.db, userId)
  if (!row) return null
  const { id, slug, industryName, values, isActive, createdAt, updatedAt } = row
  const sections = Object.keys(businessSectionSchemas) as BusinessSection[]
  const versions = Object.fromEntries(sections.map((section) => [section, versionOf(section, values)]))
  return {
    id,
    slug,
    name: values.name,
    tile: businessLogoPlaceholderOf(values.name, industryName),
    city: values.city,
    county: values.county,
    values,
    dials: formatBusinessDialledNumber(values.businessPhoneNumber),
    versions: versions as OwnBusinessDetails['versions'],
    isActive,
    status: businessStatusOf(row),
    createdAt,
    updatedAt,
  }
}

/** The business of any member, for an email to them; null if they have none. */
export async function findBusinessOfMember(
  { db }: Pick<Platform, 'db'>,
  ownerId: string,
): Promise<Pick<OwnBusinessDetails, 'name' | 'slug' | 'status'> | null> {
  const row = await findOwnBusiness(db, ownerId)
  return row && { name: row.values.name, slug: row.slug, status: businessStatusOf(row) }
}

export type UpdateBusinessSectionResult<Which extends BusinessSection> =
  | { outcome: 'saved'; slug: string }
  /**
   * Nothing is saved: `fields` were changed elsewhere after the form was shown, to values that differ from the form's. The form is
   * shown again with `version`; sending it again then overwrites them.
   */
  | { outcome: 'changed'; fields: BusinessField[]; current: BusinessSectionValues<Which>; version: string }
  /** Error messages by field. */
  | { outcome: 'refused'; errors: Record<string, string[]> }
  /** The name was changed too often today. */
  | { outcome: 'limited' }
  | { outcome: 'not-found' }

/** Every new name reserves another slug for good. */
const renames: RequestLimit = { name: 'business-rename', requests: 10, windowSeconds: 86_400 }

/**
 * Saves a section of the actor's business. A new name gives it a new slug; the old one redirects to it for good.
 * @param version the section's version when the form was shown, see `OwnBusinessDetails.versions`
 */
export async function updateBusinessSection<Which extends BusinessSection>(
  platform: Pick<Platform, 'db' | 'referenceCache' | 'secret'>,
  actor: Actor | null,
  section: Which,
  values: BusinessSectionValues<Which>,
  version: string,
): Promise<UpdateBusinessSectionResult<Which>> {
  const { userId } = requireActor(actor)
  const typed = pick(section, values as Partial<BusinessValues>)
  const errors = businessFormProblems(await getBusinessFormLookups(platform), typed)
  if (Object.keys(errors).length > 0) return { outcome: 'refused', errors }
  return retryOnBusinessSlugConflict(() =>
    platform.db.transaction(async (transaction): Promise<UpdateBusinessSectionResult<Which>> => {
      const row = await lockOwnBusiness(transaction, userId)
      if (!row) return { outcome: 'not-found' }
      const fields = changedMeanwhile(section, version, row.values, typed)
      if (fields.length > 0) {
        const current = pick(section, row.values) as BusinessSectionValues<Which>
        return { outcome: 'changed', fields, current, version: versionOf(section, row.values) }
      }
      const slug = await slugAfter(transaction, row, typed.name)
      if (slug !== row.slug) {
        const { allowed } = await countLimitedRequest(transaction, platform.secret, renames, userId)
        if (!allowed) return { outcome: 'limited' }
        await recordFormerBusinessSlug(transaction, row.id, { before: row.slug, now: slug })
      }
      await updateBusiness(transaction, row.id, { ...typed, businessSlug: slug })
      return { outcome: 'saved', slug }
    }),
  )
}

async function slugAfter(transaction: Database, row: OwnBusinessRow, name: string | undefined): Promise<string> {
  if (name === undefined || !changesBusinessSlug(row.values, name)) return row.slug
  return makeFreeBusinessSlug(transaction, { id: row.id, name, city: row.values.city })
}

/** Picks the fields of a section. */
function pick(section: BusinessSection, values: Partial<BusinessValues>): Partial<BusinessValues> {
  return Object.fromEntries(fieldsOf(section).map((field) => [field, values[field]]))
}

function fieldsOf(section: BusinessSection): BusinessField[] {
  return Object.keys(businessSectionSchemas[section].shape) as BusinessField[]
}

/** A short hash of each field, to detect changed fields later. */
function versionOf(section: BusinessSection, values: BusinessValues): string {
  return fieldsOf(section)
    .map((field) => hashOf(values[field]))
    .join('.')
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)
}

/** The fields that changed after the form was shown and now differ from what was typed. */
function changedMeanwhile(
  section: BusinessSection,
  version: string,
  stored: BusinessValues,
  typed: Partial<BusinessValues>,
): BusinessField[] {
  const hashes = version.split('.')
  return fieldsOf(section).filter(
    (field, index) => hashes[index] !== hashOf(stored[field]) && stored[field] !== typed[field],
  )
}
