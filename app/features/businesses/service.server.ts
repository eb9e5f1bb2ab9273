import { createHash } from 'node:crypto'
import { getBusinessLookups } from '#app/features/reference/service.server.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { businessPictures } from './media-queries.server.ts'
import { viewMedia } from './picture-files.server.ts'
import { findOwnBusiness, lockOwnBusiness, type OwnBusinessRow, replaceSlug, updateBusiness } from './queries.server.ts'
import { type BusinessStatus, changesSlug, statusOf, unknownChoices } from './rules.ts'
import {
  type BusinessField,
  type BusinessValues,
  type OwnBusiness,
  type OwnDetails,
  type Section,
  type SectionValues,
  sectionSchemas,
} from './schema.ts'
import { findFreeSlug, withFreeSlug } from './slugs.server.ts'
import { switchVisibility } from './visibility.server.ts'

/** The actor's business, with all its fields and pictures; null for somebody who has none. */
export async function getOwnBusiness(platform: Platform, actor: Actor | null): Promise<OwnBusiness | null> {
  const details = await getOwnDetails(platform, actor)
  return details && { ...details, ...(await viewMedia(platform.db, businessPictures, details.id)) }
}

/** The same without its pictures. */
export async function getOwnDetails(platform: Platform, actor: Actor | null): Promise<OwnDetails | null> {
  const { userId } = requireActor(actor)
  const row = await findOwnBusiness(platform.db, userId)
  if (!row) return null
  const { id, slug, values, isActive, createdAt, updatedAt } = row
  const sections = Object.keys(sectionSchemas) as Section[]
  const versions = Object.fromEntries(sections.map((section) => [section, versionOf(section, values)]))
  return {
    id,
    slug,
    name: values.name,
    city: values.city,
    county: values.county,
    values,
    versions: versions as OwnDetails['versions'],
    isActive,
    status: statusOf(row),
    createdAt,
    updatedAt,
  }
}

export type UpdateResult<Which extends Section> =
  | { outcome: 'saved'; slug: string }
  /**
   * Somebody else changed fields since the form was shown, to something else than what the form says: nothing is
   * saved. The form goes out again with `version`, and what it holds is then saved if it is sent once more.
   */
  | { outcome: 'changed'; fields: BusinessField[]; current: SectionValues<Which>; version: string }
  /** What the form says cannot be: why, by field. */
  | { outcome: 'refused'; errors: Record<string, string[]> }
  /** The name was changed too often today. */
  | { outcome: 'limited' }
  | { outcome: 'not-found' }

/** A name may be tried out, but addresses are for ever: nobody is to take them by the dozen. */
const renames: Limit = { name: 'business-rename', requests: 10, windowSeconds: 86_400 }

/**
 * Saves a section of the actor's business. `version` is the section's of when the form was shown. A new name brings a new
 * address; the one before leads there for ever.
 */
export async function updateSection<Which extends Section>(
  platform: Platform,
  actor: Actor | null,
  section: Which,
  values: SectionValues<Which>,
  version: string,
): Promise<UpdateResult<Which>> {
  const { userId } = requireActor(actor)
  const typed = pick(section, values as Partial<BusinessValues>)
  const errors = unknownChoices(await getBusinessLookups(platform), typed)
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
  return findFreeSlug(transaction, { id: row.id, name, city: row.values.city })
}

/** The fields of a section and no others. */
function pick(section: Section, values: Partial<BusinessValues>): Partial<BusinessValues> {
  return Object.fromEntries(fieldsOf(section).map((field) => [field, values[field]]))
}

function fieldsOf(section: Section): BusinessField[] {
  return Object.keys(sectionSchemas[section].shape) as BusinessField[]
}

/** Says what a section holds, a short hash a field, so that a later look tells which of them changed. */
function versionOf(section: Section, values: BusinessValues): string {
  return fieldsOf(section)
    .map((field) => fingerprint(values[field]))
    .join('.')
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)
}

/** The fields that are not what they were when a form was shown, nor what it says now. */
function changedMeanwhile(
  section: Section,
  version: string,
  stored: BusinessValues,
  typed: Partial<BusinessValues>,
): BusinessField[] {
  const shown = version.split('.')
  return fieldsOf(section).filter(
    (field, index) => shown[index] !== fingerprint(stored[field]) && stored[field] !== typed[field],
  )
}

/** Makes the actor's business visible in the directory or hides it; null where there is none. Answers how it stands then. */
export async function setVisibility(
  platform: Platform,
  actor: Actor | null,
  isActive: boolean,
): Promise<BusinessStatus | null> {
  const owner = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const row = await lockOwnBusiness(transaction, owner.userId)
    return row && switchVisibility(transaction, owner, row, isActive)
  })
}
