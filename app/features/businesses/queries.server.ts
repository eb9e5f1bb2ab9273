import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import { businessTypes, industries, verificationStatuses } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { BusinessValues } from './schema.ts'
import { businesses, businessSlugs } from './tables.server.ts'

const values = {
  name: businesses.name,
  tagline: businesses.tagline,
  description: businesses.description,
  productsServices: businesses.productsServices,
  industryId: businesses.industryId,
  businessTypeId: businesses.businessTypeId,
  companyNumber: businesses.companyNumber,
  email: businesses.email,
  businessPhoneNumber: businesses.businessPhoneNumber,
  websiteUrl: businesses.websiteUrl,
  streetAddress: businesses.streetAddress,
  city: businesses.city,
  county: businesses.county,
  postcode: businesses.postcode,
  facebookUrl: businesses.facebookUrl,
  instagramUrl: businesses.instagramUrl,
  linkedinUrl: businesses.linkedinUrl,
  twitterUrl: businesses.twitterUrl,
  tiktokUrl: businesses.tiktokUrl,
  youtubeUrl: businesses.youtubeUrl,
  googleBusinessUrl: businesses.googleBusinessUrl,
  promoVideoUrl: businesses.promoVideoUrl,
} as const satisfies Record<keyof BusinessValues, unknown>

const columns = {
  id: businesses.id,
  slug: businesses.businessSlug,
  values,
  isActive: sql<boolean>`coalesce(${businesses.isActive}, true)`,
  isOwnerVerified: sql<boolean>`coalesce(${verificationStatuses.name} = 'Verified', false)`,
  isOwnerSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
  createdAt: businesses.createdAt,
  updatedAt: businesses.updatedAt,
}

export type OwnBusinessRow = Awaited<ReturnType<typeof selectOwn>>[number]

/** The businesses of an owner; the one the profile names comes first. */
function selectOwn(db: Database, ownerId: string) {
  return db
    .select(columns)
    .from(businesses)
    .innerJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(
      sql`${businesses.id} IS DISTINCT FROM ${profiles.businessId}`,
      asc(businesses.createdAt),
      asc(businesses.id),
    )
    .limit(1)
}

/** The business of an owner; null for somebody who has none. */
export async function findOwnBusiness(db: Database, ownerId: string): Promise<OwnBusinessRow | null> {
  const [row] = await selectOwn(db, ownerId)
  return row ?? null
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockOwnBusiness(transaction: Database, ownerId: string): Promise<OwnBusinessRow | null> {
  const [row] = await selectOwn(transaction, ownerId).for('update', { of: businesses })
  return row ?? null
}

/** How any business stands, which nobody else changes until the transaction ends; null where there is none. */
export async function lockBusiness(transaction: Database, id: string) {
  const { isActive, isOwnerVerified, isOwnerSuspended } = columns
  const [row] = await transaction
    .select({ id: businesses.id, isActive, isOwnerVerified, isOwnerSuspended })
    .from(businesses)
    .leftJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .where(eq(businesses.id, id))
    .for('update', { of: businesses })
  return row ?? null
}

/** The business a profile names, whoever owns that; undefined where there is no such profile. */
export async function findLinkedBusinessId(db: Database, profileId: string): Promise<string | null | undefined> {
  const [row] = await db.select({ id: profiles.businessId }).from(profiles).where(eq(profiles.id, profileId))
  return row?.id
}

/** Waits for an import to end: it may be giving this owner a business just now. */
export async function waitForImport(transaction: Database): Promise<void> {
  await transaction.execute(sql`LOCK TABLE businesses IN ROW EXCLUSIVE MODE`)
}

export async function insertBusiness(
  transaction: Database,
  business: Partial<BusinessValues> & { id: string; name: string; businessSlug: string; profileId: string },
): Promise<void> {
  await transaction.insert(businesses).values({ ...business, createdBy: business.profileId, isActive: true })
}

export async function updateBusiness(
  transaction: Database,
  id: string,
  change: Partial<BusinessValues> & { businessSlug?: string; isActive?: boolean },
): Promise<void> {
  await transaction
    .update(businesses)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(businesses.id, id))
}

/** Notes that a business changed in a table beside its own. */
export function touchBusiness(transaction: Database, id: string): Promise<void> {
  return updateBusiness(transaction, id, {})
}

export async function deleteBusinessesOf(transaction: Database, ownerId: string): Promise<void> {
  await transaction.delete(businesses).where(eq(businesses.profileId, ownerId))
}

/** Those of some slugs that other businesses have, or had. */
export async function selectTakenSlugs(db: Database, slugs: string[], ownId: string): Promise<Set<string>> {
  // One statement: a slug that another business is just giving up is seen in one place or the other.
  const rows = await db
    .select({ slug: businesses.businessSlug })
    .from(businesses)
    .where(and(inArray(businesses.businessSlug, slugs), ne(businesses.id, ownId)))
    .unionAll(
      db
        .select({ slug: businessSlugs.slug })
        .from(businessSlugs)
        .where(and(inArray(businessSlugs.slug, slugs), ne(businessSlugs.businessId, ownId))),
    )
  return new Set(rows.map(({ slug }) => slug))
}

/** Keeps an address a business gives up, and takes the one it gets from those it had. */
export async function replaceSlug(
  transaction: Database,
  businessId: string,
  slugs: { before: string; now: string },
): Promise<void> {
  const had: SQL | undefined = and(eq(businessSlugs.slug, slugs.now), eq(businessSlugs.businessId, businessId))
  await transaction.delete(businessSlugs).where(had)
  await transaction.insert(businessSlugs).values({ slug: slugs.before, businessId })
}

/** The addresses businesses of an owner had before. */
export function listFormerSlugs(db: Database, ownerId: string) {
  return db
    .select({ slug: businessSlugs.slug, replacedAt: businessSlugs.replacedAt })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(asc(businessSlugs.replacedAt))
}

/** Every column of the businesses of an owner, lookups in words; what is only made of them for searching left out. */
export function listBusinessesOf(db: Database, ownerId: string) {
  const { foldedText: _, ...told } = getTableColumns(businesses)
  return db
    .select({ ...told, industry: industries.name, businessType: businessTypes.name })
    .from(businesses)
    .leftJoin(industries, eq(industries.id, businesses.industryId))
    .leftJoin(businessTypes, eq(businessTypes.id, businesses.businessTypeId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(asc(businesses.createdAt), asc(businesses.id))
}
