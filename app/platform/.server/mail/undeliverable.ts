import { and, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { undeliverableEmails } from '../database/tables.ts'
import type { SigningSecret } from '../security/secret.ts'
import { keyedEmailHash, keyedEmailHashesOfAllSecrets } from './email-hash.ts'

/**
 * Marks an email address as one that mail does not reach. Only a keyed hash is stored: not all are addresses of members, and a member who
 * has another one is reached again at once.
 */
export async function markEmailUndeliverable(db: Database, secret: SigningSecret, email: string): Promise<void> {
  await db
    .insert(undeliverableEmails)
    .values({ hash: keyedEmailHash(secret, email) })
    .onConflictDoUpdate({
      target: undeliverableEmails.hash,
      set: { markedAt: sql`now()`, clearedAt: null },
      setWhere: isNotNull(undeliverableEmails.clearedAt),
    })
}

/** Since when an address is marked; null if it is not. */
export async function findEmailUndeliverableSince(
  db: Database,
  secret: SigningSecret,
  email: string,
): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(undeliverableEmails)
    .where(
      and(
        inArray(undeliverableEmails.hash, keyedEmailHashesOfAllSecrets(secret, email)),
        isNull(undeliverableEmails.clearedAt),
      ),
    )
  return row?.markedAt ?? null
}

/** Takes the mark away, as somebody followed a link that was sent there, or leaves. */
export async function unmarkEmailUndeliverable(db: Database, secret: SigningSecret, email: string): Promise<void> {
  await db
    .delete(undeliverableEmails)
    .where(inArray(undeliverableEmails.hash, keyedEmailHashesOfAllSecrets(secret, email)))
}

/** Deletes marks of a year ago. For a scheduled job. */
export async function deleteOldUndeliverableEmailMarks(db: Database): Promise<void> {
  await db.delete(undeliverableEmails).where(lt(undeliverableEmails.markedAt, sql`now() - interval '1 year'`))
}
