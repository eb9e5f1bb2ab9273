import { readBounceMailbox } from '#app/platform/.server/bounce-mailbox.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Secret } from '#app/platform/.server/secret.ts'
import { findUndeliverable, markHash, unmarkUndeliverable } from '#app/platform/.server/undeliverable.ts'
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
export async function unmarkEmail(transaction: Database, secret: Secret, userId: string): Promise<void> {
  const user = await findUser(transaction, userId)
  if (user) await unmarkUndeliverable(transaction, secret, user.email)
}

/** Marks the addresses whose emails came back since the last time. @throws JobFailed if the mailbox cannot be read */
export async function readBounces({
  db,
  secret,
  log,
  metrics,
  bounceMailbox,
}: Pick<Platform, 'db' | 'secret' | 'log' | 'metrics' | 'bounceMailbox'>): Promise<void> {
  if (!bounceMailbox) return
  await readBounceMailbox(bounceMailbox, { secret, log }, async (email) => {
    await markHash(db, email)
    metrics.count('muster_mails_total', { outcome: 'bounced' })
  })
}
