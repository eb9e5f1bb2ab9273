import { and, asc, desc, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import { authTokens, users } from '#app/features/account/tables.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { dataExportRetentionDays, unconfirmedAccountRetentionDays } from './model.ts'
import { dataExports } from './tables.server.ts'

/** Locks the member's copies until the transaction ends. */
export async function lockDataExports(transaction: Database, userId: string): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('data export'), hashtext(${userId}))`)
}

/** Whether a copy is being made; one that is older than a day is ignored. */
export async function isDataExportUnderWay(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, userId),
        isNull(dataExports.readyAt),
        gt(dataExports.requestedAt, sql`now() - interval '1 day'`),
      ),
    )
  return row !== undefined
}

export async function insertDataExport(transaction: Database, userId: string): Promise<string> {
  const [row] = await transaction.insert(dataExports).values({ userId }).returning({ id: dataExports.id })
  if (!row) throw new Error('the copy was not entered')
  return row.id
}

/** Lists a member's copies that are being made or available, newest first. */
export function listDataExportsOfMember(db: Database, userId: string) {
  const { id, requestedAt, readyAt, expiresAt } = dataExports
  return db
    .select({ id, requestedAt, readyAt, expiresAt })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, userId),
        or(
          and(isNull(readyAt), gt(requestedAt, sql`now() - interval '1 day'`)),
          and(gt(expiresAt, sql`now()`), sql`${dataExports.fileKey} IS NOT NULL`),
        ),
      ),
    )
    .orderBy(desc(requestedAt), desc(id))
}

/** A version of a member's copies. PostgreSQL raises `xmin` with each change of a row. */
export async function changeVersionOfDataExports(db: Database, userId: string): Promise<string> {
  const [found] = await db
    .select({
      version: sql<string>`coalesce(string_agg(${dataExports}.xmin::text, ',' ORDER BY ${dataExports.id}), '')`,
    })
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
  return found?.version ?? ''
}

/** Finds one of a member's copies. */
export async function findDataExportOfMember(db: Database, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), eq(dataExports.id, id)))
  return row ?? null
}

/** Saves that a copy is stored; returns when it expires, or null if it is no longer wanted. */
export async function markDataExportReady(transaction: Database, id: string, fileKey: string): Promise<Date | null> {
  const [row] = await transaction
    .update(dataExports)
    .set({ fileKey, readyAt: sql`now()`, expiresAt: sql`now() + make_interval(days => ${dataExportRetentionDays})` })
    .where(and(eq(dataExports.id, id), isNull(dataExports.readyAt)))
    .returning({ expiresAt: dataExports.expiresAt })
  return row?.expiresAt ?? null
}

/** Saves that a copy is deleted. */
export async function markDataExportDeleted(transaction: Database, id: string): Promise<void> {
  await transaction.update(dataExports).set({ fileKey: null }).where(eq(dataExports.id, id))
}

/** Deletes the rows of a member's copies; returns their ids. */
export async function deleteDataExportsOfMember(transaction: Database, userId: string): Promise<string[]> {
  const gone = await transaction
    .delete(dataExports)
    .where(eq(dataExports.userId, userId))
    .returning({ id: dataExports.id })
  return gone.map(({ id }) => id)
}

/** Deletes the rows of copies that have expired, and of those that were never made; returns their ids. */
export function deleteOldDataExports(transaction: Database): Promise<{ id: string; userId: string }[]> {
  const age = sql`coalesce(${dataExports.expiresAt}, ${dataExports.requestedAt} + make_interval(days => ${dataExportRetentionDays}))`
  return transaction
    .delete(dataExports)
    .where(sql`${age} < now()`)
    .returning({ id: dataExports.id, userId: dataExports.userId })
}

/**
 * Somebody registered with this address, and nobody confirmed it: it may be another person's. Owners who were imported are waiting for
 * theirs, and are left alone.
 */
const isUnconfirmed = (db: Database) =>
  and(
    eq(users.emailVerified, false),
    sql`${users.createdAt} < now() - make_interval(days => ${unconfirmedAccountRetentionDays})`,
    notExists(
      db
        .select({ id: profiles.id })
        .from(profiles)
        .where(
          and(
            eq(profiles.id, users.id),
            sql`num_nonnulls(${profiles.businessId}, ${profiles.verificationStatusId}, ${profiles.suspendedAt}) > 0`,
          ),
        ),
    ),
    notExists(
      db
        .select({ id: businesses.id })
        .from(businesses)
        .where(or(eq(businesses.profileId, users.id), eq(businesses.createdBy, users.id))),
    ),
    notExists(
      db
        .select({ id: authTokens.id })
        .from(authTokens)
        .where(and(sql`${authTokens.identifier} = 'confirm:' || ${users.id}`, gt(authTokens.expiresAt, sql`now()`))),
    ),
  )

/** Lists accounts whose address was never confirmed, oldest first. */
export async function listUnconfirmedAccounts(db: Database, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isUnconfirmed(db))
    .orderBy(asc(users.createdAt))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Locks such an account until the transaction ends; false if it no longer is one. */
export async function lockUnconfirmedAccount(transaction: Database, userId: string): Promise<boolean> {
  const rows = await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (rows.length === 0) return false
  const still = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isUnconfirmed(transaction)))
  return still.length > 0
}
