import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import {
  currentVerificationStatusIdSql,
  hasVerificationBecomePublicSql,
  profiles,
} from '#app/features/profile/tables.server.ts'
import {
  businessTypesTable,
  doesVerificationStatusListBusinessesSql,
  industriesTable,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import { type Database, queryRows, retryOnUniqueViolation } from '#app/platform/.server/database/database.ts'
import { type TradeRegisterName, tradeRegisterNames } from './facts-model.ts'
import { businessFieldLabels, businessTradeFieldNames, ukWideServiceAreaValue } from './model.ts'
import { isTradeRegisterName } from './registration-rules.ts'
import { businessTypesShowingStreetByDefault, makeSlug, makeUntakenSlug } from './rules.ts'
import type { BusinessValues } from './section-form-schema.ts'
import { businesses, businessRegistrations, businessSlugs, businessTrades } from './tables.server.ts'

/** Whether everyone sees the street address; db/listings.sql shows it by the same rule. */
const isStreetAddressShown = sql<boolean>`coalesce(${businesses.showsStreetAddress}, EXISTS (
  SELECT FROM business_types t WHERE t.id = ${businesses.businessTypeId} AND t.name IN (${sql.join(
    businessTypesShowingStreetByDefault.map((name) => sql`${name}`),
    sql`, `,
  )})
))`

/** The trade at a place of the owner's order, from 0; null if there are fewer. */
function tradeAt(index: number) {
  return sql<string | null>`(
    SELECT t.trade_id FROM business_trades t WHERE t.business_id = ${businesses.id} ORDER BY t.order_index LIMIT 1 OFFSET ${index}
  )`
}

/** The number of the business in a register; null if it has none. */
function numberIn(scheme: TradeRegisterName) {
  return sql<string | null>`(
    SELECT r.number FROM business_registrations r WHERE r.business_id = ${businesses.id} AND r.scheme = ${scheme}
  )`
}

const registrations = Object.fromEntries(tradeRegisterNames.map((name) => [name, numberIn(name)])) as Record<
  TradeRegisterName,
  ReturnType<typeof numberIn>
>

const businessColumns = getTableColumns(businesses)

/** The fields of forms that are columns of their own. */
const plainValues = Object.fromEntries(
  Object.entries(businessColumns).filter(([name]) => name in businessFieldLabels),
) as Pick<typeof businessColumns, keyof BusinessValues & keyof typeof businessColumns>

const values = {
  ...plainValues,
  trade1: tradeAt(0),
  trade2: tradeAt(1),
  trade3: tradeAt(2),
  serviceArea: sql<
    string | null
  >`CASE WHEN ${businesses.servesUk} THEN ${ukWideServiceAreaValue} ELSE ${businesses.serviceRadius}::text END`,
  showsStreetAddress: isStreetAddressShown,
  ...registrations,
} as const satisfies Record<keyof BusinessValues, unknown>

const columns = {
  id: businesses.id,
  slug: businesses.businessSlug,
  industryName: sql<string | null>`(SELECT i.name FROM ${industriesTable} i WHERE i.id = ${businesses.industryId})`,
  values,
  isActive: sql<boolean>`coalesce(${businesses.isActive}, true)`,
  isWithheld: sql<boolean>`${businesses.withheldAt} IS NOT NULL`,
  isOwnerVerified: sql<boolean>`${doesVerificationStatusListBusinessesSql} AND ${hasVerificationBecomePublicSql}`,
  isOwnerApproved: doesVerificationStatusListBusinessesSql,
  isOwnerSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
  createdAt: businesses.createdAt,
  updatedAt: businesses.updatedAt,
}

export type OwnBusinessRow = Awaited<ReturnType<typeof queryOwnBusiness>>[number]

/** The business of an owner. Imports can give them several: then the one that the profile links to. */
function queryOwnBusiness(db: Database, ownerId: string) {
  return db
    .select(columns)
    .from(businesses)
    .innerJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(
      sql`${businesses.id} IS DISTINCT FROM ${profiles.businessId}`,
      asc(businesses.createdAt),
      asc(businesses.id),
    )
    .limit(1)
}

/** Finds the business of an owner; null if they have none. */
export async function findBusinessOfOwner(db: Database, ownerId: string): Promise<OwnBusinessRow | null> {
  const [row] = await queryOwnBusiness(db, ownerId)
  return row ?? null
}

/** Finds the business of an owner and locks it until the transaction ends. */
export async function lockBusinessOfOwner(transaction: Database, ownerId: string): Promise<OwnBusinessRow | null> {
  const [locked] = await queryOwnBusiness(transaction, ownerId).for('update', { of: businesses })
  // A statement that waited for the lock has read the trades and registrations from before it.
  return locked ? findBusinessOfOwner(transaction, ownerId) : null
}

/** Finds what the status of a business depends on, and locks the business until the transaction ends; null if there is none. */
export async function lockBusinessWithStatusFacts(transaction: Database, id: string) {
  const { isActive, isWithheld, isOwnerVerified, isOwnerApproved, isOwnerSuspended } = columns
  const [row] = await transaction
    .select({ id: businesses.id, isActive, isWithheld, isOwnerVerified, isOwnerApproved, isOwnerSuspended })
    .from(businesses)
    .leftJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(eq(businesses.id, id))
    .for('update', { of: businesses })
  return row ?? null
}

/** Finds the business that a profile links to, whoever owns it; undefined if there is no such profile. */
export async function findBusinessIdLinkedByProfile(
  db: Database,
  profileId: string,
): Promise<string | null | undefined> {
  const [row] = await db.select({ id: profiles.businessId }).from(profiles).where(eq(profiles.id, profileId))
  return row?.id
}

/** Waits for a running import to end, as it may be creating a business for the same owner. */
export async function waitForBusinessImport(transaction: Database): Promise<void> {
  await transaction.execute(sql`LOCK TABLE businesses IN ROW EXCLUSIVE MODE`)
}

export async function insertBusiness(
  transaction: Database,
  business: Partial<BusinessValues> & { id: string; name: string; businessSlug: string; profileId: string },
): Promise<void> {
  await transaction.insert(businesses).values({ ...columnsOf(business), createdBy: business.profileId, isActive: true })
  await replaceTrades(transaction, business.id, business)
  await replaceRegistrations(transaction, business.id, business)
}

export async function updateBusiness(
  transaction: Database,
  id: string,
  change: Partial<BusinessValues> & { businessSlug?: string; isActive?: boolean; withheldAt?: Date | null },
): Promise<void> {
  await transaction
    .update(businesses)
    .set({ ...columnsOf(change), updatedAt: sql`now()` })
    .where(eq(businesses.id, id))
  if (businessTradeFieldNames.some((field) => change[field] !== undefined)) await replaceTrades(transaction, id, change)
  await replaceRegistrations(transaction, id, change)
}

/** The columns of a business for its values; trades and registrations are rows of their own. */
function columnsOf<Values extends Partial<BusinessValues>>(values: Values) {
  const { trade1: _1, trade2: _2, trade3: _3, serviceArea, ...rest } = values
  const columns = Object.fromEntries(Object.entries(rest).filter(([name]) => !isTradeRegisterName(name))) as Omit<
    typeof rest,
    TradeRegisterName
  >
  if (serviceArea === undefined) return columns
  const isWholeUk = serviceArea === ukWideServiceAreaValue
  return { ...columns, servesUk: isWholeUk, serviceRadius: isWholeUk || !serviceArea ? null : Number(serviceArea) }
}

/** Replaces the trades of a business if they differ, as a change refreshes its listing; one that was picked twice counts once. */
async function replaceTrades(transaction: Database, id: string, values: Partial<BusinessValues>): Promise<void> {
  const picked = [...new Set(businessTradeFieldNames.flatMap((field) => values[field] ?? []))]
  const rows = await transaction
    .select({ id: businessTrades.tradeId })
    .from(businessTrades)
    .where(eq(businessTrades.businessId, id))
    .orderBy(asc(businessTrades.orderIndex))
  const stored = rows.map((row) => row.id)
  if (isDeepStrictEqual(picked, stored)) return
  await transaction.delete(businessTrades).where(eq(businessTrades.businessId, id))
  if (picked.length === 0) return
  await transaction
    .insert(businessTrades)
    .values(picked.map((tradeId, orderIndex) => ({ businessId: id, tradeId, orderIndex })))
}

/** Writes the registrations that a change names. */
async function replaceRegistrations(transaction: Database, id: string, values: Partial<BusinessValues>): Promise<void> {
  const named = tradeRegisterNames.filter((scheme) => values[scheme] !== undefined)
  if (named.length === 0) return
  await transaction
    .delete(businessRegistrations)
    .where(and(eq(businessRegistrations.businessId, id), inArray(businessRegistrations.scheme, named)))
  const rows = named.flatMap((scheme) => {
    const number = values[scheme]
    return number ? [{ businessId: id, scheme, number }] : []
  })
  if (rows.length > 0) await transaction.insert(businessRegistrations).values(rows)
}

/** Sets the time of the last change, after a change in another table. */
export function touchBusiness(transaction: Database, id: string): Promise<void> {
  return updateBusiness(transaction, id, {})
}

export async function deleteBusinessesOfOwner(transaction: Database, ownerId: string): Promise<void> {
  await transaction.delete(businesses).where(eq(businesses.profileId, ownerId))
}

/** Finds a slug for a business that no other business has or had. */
export function makeFreeBusinessSlug(
  transaction: Database,
  business: { id: string; name: string; city: string | null },
): Promise<string> {
  return makeUntakenSlug(makeSlug(business.name, business.city), (slugs) =>
    listTakenSlugs(transaction, slugs, business.id),
  )
}

/** Runs a transaction again if another one took the same slug first. */
export function retryOnBusinessSlugConflict<Result>(act: () => Promise<Result>): Promise<Result> {
  return retryOnUniqueViolation(['businesses_business_slug_unique'], act)
}

/** Lists those of the given slugs that other businesses have or had. */
async function listTakenSlugs(db: Database, slugs: string[], ownId: string): Promise<Set<string>> {
  // One statement, so that a slug that is moved to `business_slugs` at the same time is seen in one of the tables.
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

/** Records the former slug of a business. If it had the new one before, that record is deleted. */
export async function recordFormerBusinessSlug(
  transaction: Database,
  businessId: string,
  slugs: { before: string; now: string },
): Promise<void> {
  await transaction
    .delete(businessSlugs)
    .where(and(eq(businessSlugs.slug, slugs.now), eq(businessSlugs.businessId, businessId)))
  await transaction.insert(businessSlugs).values({ slug: slugs.before, businessId })
}

/** Lists the slugs that an owner's businesses had before. */
export function listFormerBusinessSlugsOfOwner(db: Database, ownerId: string) {
  return db
    .select({ slug: businessSlugs.slug, replacedAt: businessSlugs.replacedAt })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(asc(businessSlugs.replacedAt))
}

/** Lists an owner's businesses with all columns but the generated one, and the names of the lookups. */
export function listBusinessesOfOwner(db: Database, ownerId: string) {
  const { foldedText: _, ...columns } = getTableColumns(businesses)
  return db
    .select({
      ...columns,
      industry: industriesTable.name,
      businessType: businessTypesTable.name,
      trades: sql<string[]>`to_jsonb(ARRAY(
        SELECT n.name FROM business_trades t JOIN trades n ON n.id = t.trade_id
        WHERE t.business_id = ${businesses.id} ORDER BY t.order_index
      ))`,
      registrations: sql<{ scheme: string; number: string }[]>`(
        SELECT coalesce(jsonb_agg(jsonb_build_object('scheme', r.scheme, 'number', r.number) ORDER BY r.scheme), '[]')
        FROM business_registrations r WHERE r.business_id = ${businesses.id}
      )`,
    })
    .from(businesses)
    .leftJoin(industriesTable, eq(industriesTable.id, businesses.industryId))
    .leftJoin(businessTypesTable, eq(businessTypesTable.id, businesses.businessTypeId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(asc(businesses.createdAt), asc(businesses.id))
}

/** Takes up to `limit` businesses whose owners are to be told about their street address. */
export async function takeBusinessIdsForStreetAddressMail(transaction: Database, limit: number): Promise<string[]> {
  const rows = await queryRows<{ business_id: string }>(
    transaction,
    sql`
      DELETE FROM street_address_notices
      WHERE business_id IN (SELECT business_id FROM street_address_notices LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING business_id`,
  )
  return rows.map((row) => row.business_id)
}

/** Finds the owner of a business with an undecided street address, and whether it is shown; null if the owner has decided. */
export async function findStreetAddressVisibilityMailData(db: Database, businessId: string) {
  const [row] = await db
    .select({ name: businesses.name, email: users.email, isShown: isStreetAddressShown })
    .from(businesses)
    .innerJoin(users, eq(users.id, businesses.profileId))
    .where(and(eq(businesses.id, businessId), isNull(businesses.showsStreetAddress), ne(businesses.streetAddress, '')))
  return row ?? null
}
