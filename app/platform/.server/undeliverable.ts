import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { undeliverableEmails } from './tables.ts'

/**
 * Marks an email address as one that a mail server does not know. Only a keyed hash is stored: not all are addresses of members, and a
 * member who has another one is reached again at once.
 */
export async function markUndeliverable(db: Database, secret: string, email: string): Promise<void> {
  await db
    .insert(undeliverableEmails)
    .values({ hash: hashOf(secret, email) })
    .onConflictDoNothing()
}

/** Since when an address is marked; null if it is not. */
export async function findUndeliverable(db: Database, secret: string, email: string): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(undeliverableEmails)
    .where(eq(undeliverableEmails.hash, hashOf(secret, email)))
  return row?.markedAt ?? null
}

/** Takes the mark away, as somebody followed a link that was sent there, or their account is deleted. */
export async function unmarkUndeliverable(db: Database, secret: string, email: string): Promise<void> {
  await db.delete(undeliverableEmails).where(eq(undeliverableEmails.hash, hashOf(secret, email)))
}

/** Deletes marks of a year ago. For a scheduled job. */
export async function deleteOldMarks(db: Database): Promise<void> {
  await db.delete(undeliverableEmails).where(lt(undeliverableEmails.markedAt, sql`now() - interval '1 year'`))
}

function hashOf(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`undeliverable:${email.trim().toLowerCase()}`).digest('base64url')
}
