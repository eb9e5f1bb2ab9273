import { and, desc, eq, gt, isNull, like, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { accounts, authTokens, sessions, twoFactors, users } from './tables.server.ts'

export interface UserRecord {
  id: string
  name: string
  email: string
  emailVerified: boolean
  twoFactorEnabled: boolean
  createdAt: Date
}

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  twoFactorEnabled: users.twoFactorEnabled,
  createdAt: users.createdAt,
}

/** Finds the user with this email address, which is stored in lower case. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRecord | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.email, email))
  return user ?? null
}

export async function findUser(db: Database, id: string): Promise<UserRecord | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return user ?? null
}

/** Returns the user and locks the row until the transaction ends. */
export async function lockUser(transaction: Database, id: string): Promise<UserRecord | null> {
  const [user] = await transaction.select(userColumns).from(users).where(eq(users.id, id)).for('update')
  return user ?? null
}

/** Adds a user with an unconfirmed address; null if the address is taken. */
export async function insertUser(
  transaction: Database,
  user: { name: string; email: string },
): Promise<UserRecord | null> {
  const [row] = await transaction.insert(users).values(user).onConflictDoNothing().returning(userColumns)
  return row ?? null
}

export async function updateUser(
  transaction: Database,
  id: string,
  change: Partial<Pick<UserRecord, 'name' | 'email' | 'emailVerified'>>,
): Promise<void> {
  await transaction
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, id))
}

const credential = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Returns the hash of a user's password; null for an imported owner who has none yet. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ password: accounts.password }).from(accounts).where(credential(userId))
  return row?.password ?? null
}

export async function upsertPasswordHash(transaction: Database, userId: string, password: string): Promise<void> {
  const changed = await transaction
    .update(accounts)
    .set({ password, updatedAt: sql`now()` })
    .where(credential(userId))
    .returning({ id: accounts.id })
  if (changed.length > 0) return
  await transaction.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password })
}

/** Lists a user's valid sessions, last used first. */
export function listUserSessions(db: Database, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
}

/** Deletes one session of this user; false if there is none. */
export async function deleteUserSession(db: Database, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Deletes a user's sessions, except one if given; returns how many. */
export async function deleteUserSessions(transaction: Database, userId: string, except?: string): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

/** Deletes a user's expired sessions and all but the newest ones. */
export async function deleteExpiredAndOldestUserSessions(db: Database, userId: string, most: number): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(most)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
}

/** Finds the user who entered the right password and still needs a code, by Better Auth's challenge. */
export async function findUserIdBySecondFactorChallenge(db: Database, identifier: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: authTokens.value })
    .from(authTokens)
    .where(eq(authTokens.identifier, identifier))
  return row?.userId ?? null
}

/** Deletes Better Auth's challenges of a user. */
export async function deleteSecondFactorChallenges(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(authTokens).where(and(eq(authTokens.value, userId), like(authTokens.identifier, '2fa-%')))
}

export async function findSessionByToken(
  db: Database,
  token: string,
): Promise<{ id: string; userId: string; createdAt: Date } | null> {
  const [row] = await db
    .select({ id: sessions.id, userId: sessions.userId, createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.token, token))
  return row ?? null
}

/** Whether a user has a confirmed authenticator app. */
export async function hasUserConfirmedTwoFactor(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)))
  return row !== undefined
}

/** Returns the secret of a user's authenticator app, encrypted with SECRET, whether confirmed or not. */
export async function findEncryptedTwoFactorSecretOfUser(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ secret: twoFactors.secret }).from(twoFactors).where(eq(twoFactors.userId, userId))
  return row?.secret ?? null
}

/** Marks the code of a time step as used; false if it or a later one was used before. Of concurrent requests only one gets true. */
export async function consumeTwoFactorTimeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.userId, userId), or(isNull(twoFactors.lastUsedStep), lt(twoFactors.lastUsedStep, step))))
    .returning({ id: twoFactors.id })
  return used.length > 0
}

/** Deletes the authenticator app and its recovery codes; false if there was none. */
export async function deleteTwoFactor(transaction: Database, userId: string): Promise<boolean> {
  const gone = await transaction
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ verified: twoFactors.verified })
  await transaction.update(users).set({ twoFactorEnabled: false, updatedAt: sql`now()` }).where(eq(users.id, userId))
  return gone.some(({ verified }) => verified)
}

/** Lists stored secrets of authenticator apps, encrypted with SECRET. */
export async function listEncryptedTwoFactorSecrets(db: Database, most: number): Promise<string[]> {
  const rows = await db.select({ secret: twoFactors.secret }).from(twoFactors).limit(most)
  return rows.map(({ secret }) => secret)
}

/** Deletes sessions and links whose time is over. */
export async function deleteExpiredSessionsAndTokens(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(authTokens).where(lt(authTokens.expiresAt, sql`now()`))
}

/** Lists authenticator apps by id, from after one, with what is encrypted with SECRET. */
export function listTwoFactors(db: Database, after: string | null, most: number) {
  return db
    .select({ id: twoFactors.id, secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(after === null ? undefined : gt(twoFactors.id, after))
    .orderBy(twoFactors.id)
    .limit(most)
}

/** Replaces what is encrypted with SECRET, unless it was changed meanwhile. */
export async function replaceTwoFactorSecretsIfUnchanged(
  db: Database,
  before: { id: string; secret: string; backupCodes: string },
  fresh: { secret: string; backupCodes: string },
): Promise<void> {
  const { id, secret, backupCodes } = before
  await db
    .update(twoFactors)
    .set(fresh)
    .where(and(eq(twoFactors.id, id), eq(twoFactors.secret, secret), eq(twoFactors.backupCodes, backupCodes)))
}

/** Deletes a user and all dependent rows. */
export async function deleteUser(transaction: Database, id: string): Promise<void> {
  await transaction.delete(users).where(eq(users.id, id))
}
