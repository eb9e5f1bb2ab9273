import { createHash } from 'node:crypto'
import { requireStaffMayDecide } from '#app/features/profile/policy.server.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import { getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { makeBusinessOrPodcastVisibilityServices } from '#app/platform/.server/security/visibility.ts'
import { businessPictureQueries } from './media-queries.server.ts'
import type { BusinessFieldName, MyBusinessSectionName } from './model.ts'
import { loadOwnBusinessMediaView } from './picture-files.server.ts'
import { canHideBusinesses, canWithholdReportedBusinesses } from './policy.server.ts'
import {
  findBusinessOfOwner,
  lockBusinessOfOwner,
  lockBusinessWithStatusFacts,
  makeFreeBusinessSlug,
  type OwnBusinessRow,
  recordFormerBusinessSlug,
  retryOnBusinessSlugConflict,
  updateBusiness,
} from './queries.server.ts'
import { businessVisibilityStatusOf, doesNewNameChangeBusinessSlug } from './rules.ts'
import {
  type BusinessValues,
  type MyBusinessSectionValues,
  myBusinessSectionSchemas,
  type OwnBusinessWithoutPictures,
  type OwnBusinessWithPictures,
} from './section-form-schema.ts'
import { formatCallButtonNumber, serverSideBusinessFormErrors } from './values-service.server.ts'

export const { setVisibility, setVisibilityAsAdmin, withhold } = makeBusinessOrPodcastVisibilityServices({
  subjectType: 'business',
  lockOwn: lockBusinessOfOwner,
  lock: lockBusinessWithStatusFacts,
  update: updateBusiness,
  statusOf: businessVisibilityStatusOf,
  canHide: canHideBusinesses,
  canWithhold: canWithholdReportedBusinesses,
  requireNoPart: (transaction, admin, business) =>
    requireStaffMayDecide(transaction, admin, { business }, { areAdmins: true }),
})

/** Finds the actor's business with its pictures; null if they have none. */
export async function getOwnBusinessWithPictures(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnBusinessWithPictures | null> {
  const details = await getOwnBusinessWithoutPictures(platform, actor)
  return details && { ...details, ...(await loadOwnBusinessMediaView(platform.db, businessPictureQueries, details.id)) }
}

/** Finds the actor's business without its pictures; null if they have none. */
export async function getOwnBusinessWithoutPictures(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnBusinessWithoutPictures | null> {
  const { userId } = requireActor(actor)
  const row = await findBusinessOfOwner(platform.db, userId)
  if (!row) return null
  const { id, slug, industryName, values, isActive, createdAt, updatedAt } = row
  const sections = Object.keys(myBusinessSectionSchemas) as MyBusinessSectionName[]
  const versions = Object.fromEntries(sections.map((section) => [section, versionOf(section, values)]))
  return {
    id,
    slug,
    name: values.name,
    tile: businessLogoPlaceholderOf(values.name, industryName),
    city: values.city,
    county: values.county,
    values,
    dials: formatCallButtonNumber(values.businessPhoneNumber),
    versions: versions as OwnBusinessWithoutPictures['versions'],
    isActive,
    status: businessVisibilityStatusOf(row),
    createdAt,
    updatedAt,
  }
}

/** The business of any member, for an email to them; null if they have none. */
export async function findBusinessNameAndStatusOfMember(
  { db }: Pick<Platform, 'db'>,
  ownerId: string,
): Promise<Pick<OwnBusinessWithoutPictures, 'name' | 'slug' | 'status'> | null> {
  const row = await findBusinessOfOwner(db, ownerId)
  return row && { name: row.values.name, slug: row.slug, status: businessVisibilityStatusOf(row) }
}

export type UpdateOwnBusinessSectionResult<Which extends MyBusinessSectionName> =
  | { outcome: 'saved'; slug: string }
  /**
   * Nothing is saved: `fields` were changed elsewhere after the form was shown, to values that differ from the form's. The form is
   * shown again with `version`; sending it again then overwrites them.
   */
  | { outcome: 'changed'; fields: BusinessFieldName[]; current: MyBusinessSectionValues<Which>; version: string }
  /** Error messages by field. */
  | { outcome: 'refused'; errors: Record<string, string[]> }
  /** The name was changed too often today. */
  | { outcome: 'limited' }
  | { outcome: 'not-found' }

/** Every new name reserves another slug for good. */
const renames: RequestLimit = { name: 'business-rename', requests: 10, windowSeconds: 86_400 }

/**
 * Saves a section of the actor's business. A new name gives it a new slug; the old one redirects to it for good.
 * @param version the section's version when the form was shown, see `OwnBusinessWithoutPictures.versions`
 */
export async function updateOwnBusinessSection<Which extends MyBusinessSectionName>(
  platform: Pick<Platform, 'db' | 'referenceCache' | 'secret'>,
  actor: Actor | null,
  section: Which,
  values: MyBusinessSectionValues<Which>,
  version: string,
): Promise<UpdateOwnBusinessSectionResult<Which>> {
  const { userId } = requireActor(actor)
  const typed = pick(section, values as Partial<BusinessValues>)
  const errors = serverSideBusinessFormErrors(await getBusinessFormLookups(platform), typed)
  if (Object.keys(errors).length > 0) return { outcome: 'refused', errors }
  return retryOnBusinessSlugConflict(() =>
    platform.db.transaction(async (transaction): Promise<UpdateOwnBusinessSectionResult<Which>> => {
      const row = await lockBusinessOfOwner(transaction, userId)
      if (!row) return { outcome: 'not-found' }
      const fields = changedMeanwhile(section, version, row.values, typed)
      if (fields.length > 0) {
        const current = pick(section, row.values) as MyBusinessSectionValues<Which>
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
  if (name === undefined || !doesNewNameChangeBusinessSlug(row.values, name)) return row.slug
  return makeFreeBusinessSlug(transaction, { id: row.id, name, city: row.values.city })
}

/** Picks the fields of a section. */
function pick(section: MyBusinessSectionName, values: Partial<BusinessValues>): Partial<BusinessValues> {
  return Object.fromEntries(fieldsOf(section).map((field) => [field, values[field]]))
}

function fieldsOf(section: MyBusinessSectionName): BusinessFieldName[] {
  return Object.keys(myBusinessSectionSchemas[section].shape) as BusinessFieldName[]
}

/** A short hash of each field, to detect changed fields later. */
function versionOf(section: MyBusinessSectionName, values: BusinessValues): string {
  return fieldsOf(section)
    .map((field) => hashOf(values[field]))
    .join('.')
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)
}

/** The fields that changed after the form was shown and now differ from what was typed. */
function changedMeanwhile(
  section: MyBusinessSectionName,
  version: string,
  stored: BusinessValues,
  typed: Partial<BusinessValues>,
): BusinessFieldName[] {
  const hashes = version.split('.')
  return fieldsOf(section).filter(
    (field, index) => hashes[index] !== hashOf(stored[field]) && stored[field] !== typed[field],
  )
}
