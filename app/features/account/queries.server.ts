import { and, desc, eq, gt, isNull, like, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
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

/** The user with this address, which is kept in lower case. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRecord | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.email, email))
  return user ?? null
}

export async function findUser(db: Database, id: string): Promise<UserRecord | null> {
  const [user] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return user ?? null
}

/** The user, whose row no other transaction changes or locks until this one ends. */
export async function lockUser(transaction: Database, id: string): Promise<UserRecord | null> {
  const [user] = await transaction.select(userColumns).from(users).where(eq(users.id, id)).for('update')
  return user ?? null
}

/** Adds a user who has yet to confirm the address; null when the address is taken. */
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

/** The hash of a user's password; null for an imported owner who has none yet. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ password: accounts.password }).from(accounts).where(credential(userId))
  return row?.password ?? null
}

export async function writePasswordHash(transaction: Database, userId: string, password: string): Promise<void> {
  const changed = await transaction
    .update(accounts)
    .set({ password, updatedAt: sql`now()` })
    .where(credential(userId))
    .returning({ id: accounts.id })
  if (changed.length > 0) return
  await transaction.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password })
}

/** A user's sign-ins that have not run out, the one used last first. */
export function listSessions(db: Database, userId: string) {
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

/** Ends one sign-in of this user; false when there is none such. */
export async function deleteSession(db: Database, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends a user's sign-ins, all but one where one is named; returns how many. */
export async function deleteSessions(transaction: Database, userId: string, except?: string): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

/** Ends all of a user's sign-ins but the newest ones, and those that have run out. */
export async function deleteOldestSessions(db: Database, userId: string, most: number): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(most)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
}

/** Who gave the right password and is to give a code, by the identifier of Better Auth's challenge. */
export async function findChallengedUser(db: Database, identifier: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: authTokens.value })
    .from(authTokens)
    .where(eq(authTokens.identifier, identifier))
  return row?.userId ?? null
}

/** Takes back what Better Auth keeps of right passwords that await a code. */
export async function deleteChallenges(transaction: Database, userId: string): Promise<void> {
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

/** Whether an authenticator app is set up and confirmed. */
export async function hasTwoFactor(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)))
  return row !== undefined
}

/** The secret of a user's authenticator app, sealed with SECRET, whether the app is confirmed yet or not. */
export async function findTwoFactorSecret(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ secret: twoFactors.secret }).from(twoFactors).where(eq(twoFactors.userId, userId))
  return row?.secret ?? null
}

/** Uses the code of a time step up; false where it was used before, or one after it. Of requests at once one gets true. */
export async function consumeTimeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.userId, userId), or(isNull(twoFactors.lastUsedStep), lt(twoFactors.lastUsedStep, step))))
    .returning({ id: twoFactors.id })
  return used.length > 0
}

/** Takes the authenticator app and its recovery codes away; false where there was none. */
export async function deleteTwoFactor(transaction: Database, userId: string): Promise<boolean> {
  const gone = await transaction
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ verified: twoFactors.verified })
  await transaction.update(users).set({ twoFactorEnabled: false, updatedAt: sql`now()` }).where(eq(users.id, userId))
  return gone.some(({ verified }) => verified)
}

/** Secrets of authenticator apps as they are kept, sealed with SECRET. */
export async function listTwoFactorSecrets(db: Database, most: number): Promise<string[]> {
  const rows = await db.select({ secret: twoFactors.secret }).from(twoFactors).limit(most)
  return rows.map(({ secret }) => secret)
}

/** Takes a user away, with everything that hangs on it. */
export async function deleteUser(transaction: Database, id: string): Promise<void> {
  await transaction.delete(users).where(eq(users.id, id))
}
