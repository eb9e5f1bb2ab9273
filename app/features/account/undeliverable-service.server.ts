import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findUndeliverable, unmarkUndeliverable } from '#app/platform/.server/undeliverable.ts'
import { findUser } from './queries.server.ts'

/** Since when mail to a member's sign-in address is refused; null if it is not, or they have left. */
export async function getUndeliverableSince(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  userId: string,
): Promise<Date | null> {
  const user = await findUser(db, userId)
  return user && findUndeliverable(db, secret, user.email)
}

/** Notes that mail reaches a member: they followed a link that was sent to them. */
export async function unmarkEmail(transaction: Database, secret: string, userId: string): Promise<void> {
  const user = await findUser(transaction, userId)
  if (user) await unmarkUndeliverable(transaction, secret, user.email)
}
