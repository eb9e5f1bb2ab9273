import type { Database } from '#app/platform/.server/database/database.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import {
  findPasswordHash,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  type UserRecord,
  updateUser,
  upsertPasswordHash,
} from './queries.server.ts'
import { markMemberEmailDeliverable } from './undeliverable-service.server.ts'

/** Adds a user with an unconfirmed address, or finds the one who has it. The row is locked until the transaction ends. */
export async function insertUserOrLockExisting(
  transaction: Database,
  { name, email }: { name: string; email: string },
): Promise<{ user: UserRecord; isNew: boolean }> {
  const added = await insertUser(transaction, { name, email })
  const known = added ?? (await findUserByEmail(transaction, email))
  const user = known && (await lockUser(transaction, known.id))
  if (!user) throw new Error('the user went while registering')
  return { user, isNew: added !== null }
}

/** Returns a user by id. */
export function findUserRecordById(db: Database, userId: string): Promise<UserRecord | null> {
  return findUser(db, userId)
}

/** Finds and locks a user whose address is still to be confirmed. */
export async function lockUnconfirmedUser(
  transaction: Database,
  known: { id: string } | { email: string },
): Promise<{ id: string; passwordHash: string | null } | null> {
  const found = 'id' in known ? known : await findUserByEmail(transaction, known.email)
  const user = found && (await lockUser(transaction, found.id))
  if (!user || user.emailVerified) return null
  return { id: user.id, passwordHash: await findPasswordHash(transaction, user.id) }
}

/** Sets the password of a user whose address is still to be confirmed. */
export function setPasswordOfUnconfirmedUser(transaction: Database, userId: string, hash: string): Promise<void> {
  return upsertPasswordHash(transaction, userId, hash)
}

/** Confirms the address of a user. */
export async function confirmEmailOfUser(transaction: Database, secret: SigningSecret, userId: string): Promise<void> {
  await updateUser(transaction, userId, { emailVerified: true })
  await markMemberEmailDeliverable(transaction, secret, userId)
}

/** Changes the name of a user in the transaction that changes their profile. */
export async function renameUser(transaction: Database, userId: string, name: string): Promise<void> {
  await updateUser(transaction, userId, { name })
}
