import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { unconfirmedMails } from '../database/tables.ts'
import type { SigningSecret } from '../security/secret.ts'
import { keyedEmailHash, keyedEmailHashesOfAllSecrets } from './email-hash.ts'

/** Emails in a day to an address that nobody has confirmed, of all kinds together. Anybody can type anybody's address. */
const mailsPerDayToUnconfirmedAddress = 5

/**
 * Counts an email to an address that nobody has confirmed; false if it is more than may be sent there in a day, with the seconds until
 * there is room again. An email counts once, however often it is tried.
 */
export async function countAndLimitMailToUnconfirmedAddress(
  db: Database,
  secret: SigningSecret,
  { event, to }: { event: string; to: string },
): Promise<{ allowed: true } | { allowed: false; waitSeconds: number }> {
  const mailbox = mailboxOf(to)
  const mailboxHash = keyedEmailHash(secret, mailbox)
  return db.transaction(async (transaction) => {
    // Of several at the same time, to one mailbox, each counts those before it.
    await transaction.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`unconfirmed mails ${mailboxHash}`}, 0))`,
    )
    const [counted] = await transaction.select().from(unconfirmedMails).where(eq(unconfirmedMails.event, event))
    if (counted) return { allowed: true }
    const { countedAt } = unconfirmedMails
    const endsIn = sql<number>`ceil(extract(epoch FROM ${countedAt} + interval '1 day' - now()))::int`
    // The first of the last five: when it is a day old, there is room.
    const [first] = await transaction
      .select({ waitSeconds: endsIn })
      .from(unconfirmedMails)
      .where(
        and(
          inArray(unconfirmedMails.mailboxHash, keyedEmailHashesOfAllSecrets(secret, mailbox)),
          gt(countedAt, sql`now() - interval '1 day'`),
        ),
      )
      .orderBy(desc(countedAt))
      .offset(mailsPerDayToUnconfirmedAddress - 1)
      .limit(1)
    if (first) return { allowed: false, waitSeconds: first.waitSeconds }
    await transaction.insert(unconfirmedMails).values({ event, mailboxHash })
    return { allowed: true }
  })
}

/** Deletes what no longer counts. For a scheduled job. */
export async function deleteOldUnconfirmedMailCounts(db: Database): Promise<void> {
  // A job that failed is tried again for days, and counts once.
  await db.delete(unconfirmedMails).where(lt(unconfirmedMails.countedAt, sql`now() - interval '14 days'`))
}

/**
 * The mailbox that an address most likely leads to: without what follows a plus, without the dots that some providers ignore, and with one
 * name for the domain that has two.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '')
  return `${name || email.slice(0, at)}${email.slice(at).replace(/^@googlemail\.com$/i, '@gmail.com')}`
}
