import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { forwardEnquiryToOwner } from './forward.server.ts'
import { parseSentEnquiryToken } from './links.server.ts'
import { sendEnquiryCopyMail } from './mails.server.ts'
import { enquiryRetentionDays, type OwnSentEnquiry, type SentEnquiryState, type SentEnquiryView } from './model.ts'
import {
  confirmEnquiryRequest,
  deleteEnquiryRequest,
  deleteOwnEnquiryRequest,
  findEnquiryRequestWithRecipients,
  forwardHeldEnquiriesOfRequest,
  listEnquiryRequestsOfMember,
  lockEnquiryRequest,
} from './queries.server.ts'

/** Shows the page behind a sender's link. Opening it changes nothing. */
export async function getSentEnquiryByLinkToken(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
): Promise<SentEnquiryState> {
  const id = parseSentEnquiryToken(secret, token)
  const request = id === null ? null : await findEnquiryRequestWithRecipients(db, id)
  if (!request) return { state: 'gone' }
  if (!request.confirmedAt) {
    return {
      state: 'unconfirmed',
      createdAt: request.createdAt,
      recipients: request.recipients.map(({ name }) => name),
    }
  }
  return { state: 'confirmed', request: describe(request), deletedOn: deletedOn(request) }
}

/** What a sender sees of a request: only the businesses that got it. */
function describe(request: NonNullable<Awaited<ReturnType<typeof findEnquiryRequestWithRecipients>>>): SentEnquiryView {
  const { name, email, phone, needs, place, wantedBy, createdAt, recipients } = request
  return {
    name,
    email,
    phone,
    needs,
    place,
    wantedBy,
    createdAt,
    recipients: recipients
      .filter(({ forwardedAt }) => forwardedAt)
      .map(({ slug, name: business }) => ({ slug, name: business })),
  }
}

/** Confirms the sender's address: what was held is forwarded, and the sender gets a copy. Idempotent; false if it is gone. */
export async function confirmSentEnquiryByLinkToken(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  token: string,
): Promise<boolean> {
  const { db, secret, jobs } = platform
  const requestId = parseSentEnquiryToken(secret, token)
  if (requestId === null) return false
  return db.transaction(async (transaction) => {
    const request = await lockEnquiryRequest(transaction, requestId)
    if (!request) return false
    if (request.confirmedAt) return true
    await confirmEnquiryRequest(transaction, requestId)
    for (const { id, ownerId } of await forwardHeldEnquiriesOfRequest(transaction, requestId)) {
      await forwardEnquiryToOwner(platform, transaction, id, ownerId)
    }
    await jobs.enqueue(transaction, sendEnquiryCopyMail, { requestId }, { event: requestId })
    return true
  })
}

/** Erases what a sender sent, in the owners' inboxes too. Idempotent; false for a link that is not ours. */
export async function eraseSentEnquiryByLinkToken(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
): Promise<boolean> {
  const requestId = parseSentEnquiryToken(secret, token)
  if (requestId === null) return false
  await deleteEnquiryRequest(db, requestId)
  return true
}

/** Lists what a member sent, newest first. What waits for somebody to confirm its address has no page: the link that was mailed opens it. */
export async function getOwnSentEnquiries(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnSentEnquiry[]> {
  const { userId } = requireActor(actor)
  const requests = await listEnquiryRequestsOfMember(db, userId)
  return requests.map((request) => ({
    id: request.id,
    isWaiting: request.confirmedAt === null,
    names: request.recipients
      .filter(({ forwardedAt }) => request.confirmedAt === null || forwardedAt)
      .map(({ name }) => name),
    needs: request.needs,
    email: request.email,
    createdAt: request.createdAt,
  }))
}

/** Shows a member what they sent; null if it is not theirs, or nobody has confirmed its address. */
export async function getOwnSentEnquiry(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<{ request: SentEnquiryView; deletedOn: Date } | null> {
  const { userId } = requireActor(actor)
  const request = isUuid(id) ? await findEnquiryRequestWithRecipients(db, id) : null
  if (request?.profileId !== userId || !request.confirmedAt) return null
  return { request: describe(request), deletedOn: deletedOn(request) }
}

/** Erases what a member sent, confirmed or not; false if it is not theirs. */
export async function eraseOwnSentEnquiry(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && deleteOwnEnquiryRequest(db, userId, id)
}

function deletedOn({ createdAt }: { createdAt: Date }): Date {
  return new Date(createdAt.getTime() + enquiryRetentionDays * 24 * 3_600_000)
}
