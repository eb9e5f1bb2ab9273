import { sql } from 'drizzle-orm'
import { printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { avatarSidePixels, pictureStorageKeys } from '#app/lib/pictures.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Acknowledged, People, Site } from './people.ts'

/** Something acknowledged that is not there, or is there twice. */
export interface Loss {
  fault: string
  what: string
}

/** Emails that an enquiry brings about: to the owner, and to the sender. */
const mailsOfEnquiry = 2

/** What was acknowledged and has yet to have its effects outside: emails and print orders. */
export function listUndone(
  { acknowledged }: Pick<People, 'acknowledged'>,
  { mailServer, printful, stripe }: Site,
): Acknowledged[] {
  return acknowledged.filter((each) => {
    if (each.kind === 'enquiry') return countMails(mailServer, each.needs) < mailsOfEnquiry
    if (each.kind !== 'order') return false
    const orderId = orderOf(stripe, each.sessionId)
    return !printful.orders.some(({ external_id }) => external_id === printReferenceOfOrder(orderId))
  })
}

function orderOf(stripe: Site['stripe'], sessionId: string): string {
  return stripe.store.sessions.get(sessionId)?.client_reference_id ?? ''
}

/** Emails with this in their text or address; one that was sent twice counts once, by its Message-ID. */
function countMails({ received }: Site['mailServer'], words: string): number {
  const found = received.filter(({ text, recipients }) => [text, ...recipients].some((part) => part?.includes(words)))
  return new Set(found.map(({ messageId }) => messageId)).size
}

/** Emails that arrived more than once with the same Message-ID, as mailboxes tell. */
export function countRepeatedMails({ received }: Site['mailServer']): number {
  return received.length - new Set(received.map(({ messageId }) => messageId)).size
}

/** Looks for everything that was acknowledged, in the database, the store, the mail server and at the providers. */
export async function findLosses(
  db: Database,
  people: Pick<People, 'acknowledged' | 'sentNames'>,
  site: Site,
): Promise<Loss[]> {
  const losses: Loss[] = []
  const count = async (query: ReturnType<typeof sql>) => {
    const rows = await queryRows<{ key: string; count: number }>(db, query)
    return new Map(rows.map((row) => [row.key, row.count]))
  }
  const enquiries = await count(sql`SELECT needs AS key, count(*)::int FROM lead_requests GROUP BY 1`)
  const decisions = await count(
    sql`SELECT profile_id::text AS key, count(*)::int FROM verification_decisions WHERE profile_id IS NOT NULL GROUP BY 1`,
  )
  const profiles = await queryRows<{ id: string; name: string | null; avatar: string | null }>(
    db,
    sql`SELECT id, display_name AS name, avatar_bucket_url AS avatar FROM profiles`,
  )
  const lastNames = new Map<string, string>()
  for (const each of people.acknowledged) {
    const { fault, kind } = each
    const lose = (what: string) => losses.push({ fault, what: `${kind}: ${what}` })
    const once = (found: number | undefined, what: string) => {
      if (found !== 1) lose(`${what} is there ${found ?? 0} times`)
    }
    switch (kind) {
      case 'enquiry':
        once(enquiries.get(each.needs), each.needs)
        if (countMails(site.mailServer, each.needs) !== mailsOfEnquiry) {
          lose(`${countMails(site.mailServer, each.needs)} emails of ${each.needs}`)
        }
        break
      case 'profile':
        lastNames.set(each.userId, each.displayName)
        break
      case 'picture': {
        const key = profiles.find(({ id }) => id === each.userId)?.avatar
        const files = key ? pictureStorageKeys('avatars', { key, width: avatarSidePixels }) : []
        const stored = files.filter((file) => site.store.objects.has(`/${site.store.s3.bucket}/avatars/${file}`))
        if (!key || stored.length < files.length) lose(`of ${each.userId}`)
        break
      }
      case 'decision':
        once(decisions.get(each.userId), each.userId)
        break
      case 'order': {
        const externalId = printReferenceOfOrder(orderOf(site.stripe, each.sessionId))
        once(site.printful.orders.filter(({ external_id }) => external_id === externalId).length, 'the print order')
      }
    }
  }
  for (const [userId, name] of lastNames) {
    const sent = people.sentNames.get(userId) ?? []
    const stored = profiles.find(({ id }) => id === userId)?.name ?? ''
    const fault = people.acknowledged.find((each) => each.kind === 'profile' && each.displayName === name)?.fault ?? ''
    if (sent.indexOf(stored) < sent.indexOf(name)) losses.push({ fault, what: `profile: of ${userId}` })
  }
  for (const [needs, times] of enquiries) {
    if (times > 1) losses.push({ fault: '', what: `enquiry: ${needs} is there ${times} times` })
  }
  for (const [userId, times] of decisions) {
    if (times > 1) losses.push({ fault: '', what: `decision: ${userId} is there ${times} times` })
  }
  return losses
}
