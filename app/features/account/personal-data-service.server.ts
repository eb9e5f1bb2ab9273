import { asc, eq, like, or } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteCapturedMailsTo } from '#app/platform/.server/mail/mail.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import { deleteExpiredPendingForms } from './pending-form-service.server.ts'
import { deleteExpiredSessionsAndTokens, deleteUser, findUser, listUserSessions } from './queries.server.ts'
import { describeDevice } from './rules.ts'
import { authTokens, sessions, users } from './tables.server.ts'

/** The account and its sessions, without the password hash or other secrets. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const { id, name, email, emailVerified, twoFactorEnabled, createdAt, updatedAt } = users
  const [account] = await db
    .select({ id, name, email, emailVerified, twoFactorEnabled, createdAt, updatedAt })
    .from(users)
    .where(eq(users.id, userId))
  const signIns = await db
    .select({
      userAgent: sessions.userAgent,
      signedInAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
      endsAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))
  return {
    records: {
      account: account ?? null,
      'sign-ins': signIns.map((signIn) => ({ device: describeDevice(signIn.userAgent), ...signIn })),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const user = await findUser(db, userId)
  if (!user) return []
  const signIns = await listUserSessions(db, userId)
  return [
    `Your account, with the address ${user.email} and your password`,
    ...(user.twoFactorEnabled ? ['Your authenticator app and its recovery codes'] : []),
    `${formatPersonalDataCount(signIns.length, 'session')}, including this one`,
  ]
}

/** Deletes the user with their sessions, password, second factor and links. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  const user = await findUser(transaction, userId)
  if (!user) return []
  await transaction
    .delete(authTokens)
    .where(or(like(authTokens.identifier, `%${userId}`), like(authTokens.value, `%${userId}%`)))
  await deleteCapturedMailsTo(transaction, user.email)
  await deleteUser(transaction, userId)
  return []
}

/** Sessions, links and forms begun before signing in. */
export async function deleteExpired(transaction: Database): Promise<StoredFilesToDelete[]> {
  await deleteExpiredSessionsAndTokens(transaction)
  await deleteExpiredPendingForms(transaction)
  return []
}

/** The sign-in email of a member, for emails of other features; null if the account was deleted. */
export async function findSignInEmailOfMember(db: Database, userId: string): Promise<string | null> {
  return (await findUser(db, userId))?.email ?? null
}
