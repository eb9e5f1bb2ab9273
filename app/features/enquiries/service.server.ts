import { siteDetails } from '#app/features/content/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  areSubmissionsAlreadyStored,
  submissionIdempotencyKeyOf,
} from '#app/platform/.server/database/submission-keys.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import type { EnquiryInput } from './form-schema.ts'
import { forwardEnquiryToOwner } from './forward.server.ts'
import { findEnquirySenderConfirmationReason } from './hold-rules.ts'
import { enquirySpamSenderHashes } from './links.server.ts'
import { sendEnquiryAddressConfirmationMail, sendEnquiryCopyMail } from './mails.server.ts'
import {
  type EnquiryDetails,
  type EnquiryRecipient,
  type EnquirySenderConfirmationReason,
  enquiryRecipientsMaximum,
} from './model.ts'
import {
  countEnquirySpamReports,
  deleteEnquiryRequest,
  type EnquiryRecipientRow,
  insertEnquiry,
  insertEnquiryRequest,
  listEnquiryRecipientsBySlugs,
} from './queries.server.ts'
import { enquiries } from './tables.server.ts'

/** The sender of an enquiry; `actor` is null where they are not signed in. */
export interface EnquirySender {
  actor: Actor | null
  clientIp: string
}

/** Businesses that somebody can ask in an hour. */
const sendings: RequestLimit = { name: 'leads', requests: 20, windowSeconds: 3_600 }
/** Enquiries to one business in an hour, of which only as many are forwarded at once as hold-rules.ts says. */
const arrivals: RequestLimit = { name: 'leads-business', requests: 1_000, windowSeconds: 3_600 }
/** Mails in a day to an address that was typed. */
const confirmations: RequestLimit = { name: 'leads-address', requests: 5, windowSeconds: 24 * 3_600 }

/** Whether the page of a business has the button to ask it. */
export async function doesBusinessTakeEnquiries({ db }: Pick<Platform, 'db'>, slug: string): Promise<boolean> {
  return (await listEnquiryRecipientsBySlugs(db, [slug])).length > 0
}

/** Finds the listed businesses with these slugs that can be asked, in the same order, {@link enquiryRecipientsMaximum} at most. */
export async function getEnquiryRecipientsBySlugs(
  { db }: Pick<Platform, 'db'>,
  slugs: string[],
): Promise<EnquiryRecipient[]> {
  return (await findRecipients(db, slugs)).map(({ slug, name }) => ({ slug, name }))
}

async function findRecipients(db: Database, slugs: string[]): Promise<EnquiryRecipientRow[]> {
  const asked = [...new Set(slugs)].slice(0, enquiryRecipientsMaximum)
  const found = await listEnquiryRecipientsBySlugs(db, asked)
  return asked.flatMap((slug) => found.find((row) => row.slug === slug) ?? [])
}

export type SendEnquiryResult =
  | { outcome: 'sent'; businesses: number; isConfirmed: boolean }
  /** With the minutes to wait. */
  | { outcome: 'limited'; minutes: number }
  /** None of the businesses can be asked. */
  | { outcome: 'gone' }
  /** The sender typed an address of ours. */
  | { outcome: 'our-address' }

/**
 * Sends an enquiry to businesses. The owner gets it at once, unless it may be spam: then once the sender has confirmed their
 * address. The same words from the same sender to the same business count once a day.
 */
export async function sendEnquiry(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  { actor, clientIp }: EnquirySender,
  slugs: string[],
  { homepage, ...text }: EnquiryInput,
): Promise<SendEnquiryResult> {
  const { db, secret, jobs } = platform
  const recipients = await findRecipients(db, slugs)
  if (recipients.length === 0) return { outcome: 'gone' }
  const isOwnEmail = actor !== null && actor.email.toLowerCase() === text.email.toLowerCase()
  const sent = { outcome: 'sent', businesses: recipients.length, isConfirmed: isOwnEmail } as const
  // A bot that fills in the hidden field gets the normal answer, so that it does not learn it was detected.
  if (homepage !== '') return sent
  if (isOurs(text.email)) return { outcome: 'our-address' }
  const keys = new Map(recipients.map(({ id }) => [id, keyOf(secret, id, text)]))
  if (await areSubmissionsAlreadyStored(db, enquiries, [...keys.values()])) return sent
  const limit = await countLimitedRequest(db, secret, sendings, clientIp, recipients.length)
  if (!limit.allowed) return { outcome: 'limited', minutes: limit.minutes }
  const reasons = new Map(
    await Promise.all(
      recipients.map(async ({ id }) => [id, await judge(platform, id, text, isOwnEmail ? actor : null)] as const),
    ),
  )
  // What looks odd needs a press, whoever sends it.
  const isConfirmed = isOwnEmail && [...reasons.values()].every((reason) => reason === null)
  if (!isConfirmed) {
    const mails = await countLimitedRequest(db, secret, confirmations, text.email.toLowerCase())
    if (!mails.allowed) return { outcome: 'limited', minutes: mails.minutes }
  }
  await db.transaction(async (transaction) => {
    const requestId = await insertEnquiryRequest(transaction, {
      ...text,
      profileId: actor?.userId ?? null,
      isConfirmed,
    })
    let stored = 0
    // In the same order everywhere, so that two with the same words do not wait for each other.
    for (const { id: businessId, ownerId } of recipients.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const heldFor = reasons.get(businessId) ?? null
      const submissionKey = keys.get(businessId) ?? ''
      const enquiryId = await insertEnquiry(transaction, { requestId, businessId, submissionKey, heldFor })
      if (enquiryId === null) continue
      stored += 1
      if (!heldFor) await forwardEnquiryToOwner(platform, transaction, enquiryId, ownerId)
    }
    if (stored === 0) return deleteEnquiryRequest(transaction, requestId)
    await jobs.enqueue(
      transaction,
      isConfirmed ? sendEnquiryCopyMail : sendEnquiryAddressConfirmationMail,
      { requestId },
      { event: requestId },
    )
  })
  return { ...sent, isConfirmed }
}

/**
 * Why an enquiry to a business has to wait; null where it has not to. Counts it as one that came in the last hour: a member's with their
 * own address by itself, all others together.
 */
async function judge(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  businessId: string,
  text: EnquiryDetails,
  member: Actor | null,
): Promise<EnquirySenderConfirmationReason | null> {
  const isConfirmed = member !== null
  const { remaining } = await countLimitedRequest(
    db,
    secret,
    arrivals,
    [businessId, member?.userId].filter(Boolean).join(':'),
  )
  const typed = [text.needs, text.place, text.wantedBy, text.name, text.phone].join('\n')
  return findEnquirySenderConfirmationReason({
    email: text.email,
    text: typed,
    isConfirmed,
    // The counter has counted this one, too.
    lastHour: arrivals.requests - remaining - 1,
    ...(await countEnquirySpamReports(
      db,
      enquirySpamSenderHashes(secret, { email: text.email, isConfirmed }),
      businessId,
    )),
  })
}

/** What makes two enquiries the same: business, sender and words. */
function keyOf(secret: SigningSecret, businessId: string, text: EnquiryDetails): string {
  const words = JSON.stringify([
    businessId,
    text.email.toLowerCase(),
    text.name,
    text.phone,
    text.needs,
    text.place,
    text.wantedBy,
  ])
  return submissionIdempotencyKeyOf(secret.sign(`lead:${words}`))
}

/** Whether an address is at a domain of ours: a reply to it would come back to us. */
function isOurs(email: string): boolean {
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return Object.values(siteDetails.mailboxes).some((mailbox) => domainOf(mailbox) === domainOf(email))
}
