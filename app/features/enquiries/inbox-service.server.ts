import { csvLine, csvStream, csvTelephoneCell } from '#app/lib/csv.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { enquirySpamSenderHash } from './links.server.ts'
import {
  type EnquiryInboxSummary,
  type EnquirySpamSender,
  type EnquiryStatus,
  enquiryStatusLabels,
  type InboxEnquiryView,
  type ListedInboxEnquiry,
  type OpenedInboxEnquiry,
} from './model.ts'
import { canReadEnquirySpamSenders } from './policy.server.ts'
import {
  countEnquiriesOfOwnerByStatus,
  countNewEnquiriesOfOwner,
  findEnquiryInboxOfOwner,
  findEnquiryOfOwner,
  listEnquiriesOfOwner,
  listEnquirySpamSenders,
  listWholeEnquiriesOfOwner,
  setEnquiryOptOut,
  setEnquirySpamReport,
  updateEnquiryOfOwner,
} from './queries.server.ts'

/** Returns the owner's inbox besides its list; null if they have no business. */
export async function getEnquiryInboxSummary(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<EnquiryInboxSummary | null> {
  const { userId } = requireActor(actor)
  const own = await findEnquiryInboxOfOwner(db, userId)
  return (
    own && { businessName: own.businessName, isOn: own.isOn, counts: await countEnquiriesOfOwnerByStatus(db, userId) }
  )
}

/** Lists a page of the owner's enquiries, newest first: those with a status, or all but spam. */
export function getInboxEnquiries(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  status: EnquiryStatus | null,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ListedInboxEnquiry>> {
  return listEnquiriesOfOwner(db, requireActor(actor).userId, status, pageRequest)
}

/** Counts the actor's new enquiries. */
export function countOwnNewEnquiries({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<number> {
  return countNewEnquiriesOfOwner(db, requireActor(actor).userId)
}

/** Returns one of the owner's enquiries; null if there is none. */
export async function getInboxEnquiry(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<OpenedInboxEnquiry | null> {
  const { userId } = requireActor(actor)
  const enquiry = isUuid(id) ? await findEnquiryOfOwner(db, userId, id) : null
  return enquiry && { ...enquiry, call: parseTelephone(enquiry.phone)?.uri ?? null }
}

/** Marks one of the owner's enquiries; false if there is none. Idempotent. */
export async function setInboxEnquiryStatus(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  id: string,
  status: EnquiryStatus,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    if (!(await updateEnquiryOfOwner(transaction, userId, id, { status }))) return false
    const enquiry = status === 'spam' ? await findEnquiryOfOwner(transaction, userId, id) : null
    await setEnquirySpamReport(transaction, id, enquiry && enquirySpamSenderHash(secret, enquiry))
    await announceLiveEvent(transaction, `member:${userId}`)
    return true
  })
}

/** Saves what the owner notes about an enquiry; false if there is none. */
export async function saveEnquiryNote(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  note: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && updateEnquiryOfOwner(db, userId, id, { note })
}

/** Switches enquiries on the owner's page on or off; false if they have no business. */
export async function setOwnBusinessTakesEnquiries(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  isOn: boolean,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const own = await findEnquiryInboxOfOwner(db, userId)
  if (!own) return false
  await setEnquiryOptOut(db, own.businessId, !isOn)
  return true
}

const batch = 500
const head = ['Received', 'Status', 'Name', 'Email', 'Phone', 'Needs', 'Where', 'By when', 'Note']

/** The owner's enquiries as a CSV file, oldest first, read as it is sent. */
export function exportInboxEnquiries({ db }: Pick<Platform, 'db'>, actor: Actor | null): ReadableStream<Uint8Array> {
  const { userId } = requireActor(actor)
  let last: InboxEnquiryView | null = null
  return csvStream(head, async () => {
    const rows: InboxEnquiryView[] = await listWholeEnquiriesOfOwner(db, userId, last, batch)
    last = rows.at(-1) ?? last
    return rows.map(lineOf).join('')
  })
}

function lineOf({ forwardedAt, status, name, email, phone, needs, place, wantedBy, note }: InboxEnquiryView): string {
  return csvLine([
    forwardedAt.toISOString(),
    enquiryStatusLabels[status],
    name,
    email,
    csvTelephoneCell(phone),
    needs,
    place,
    wantedBy,
    note,
  ])
}

/** Senders in the list of staff. */
const spamSendersShown = 50

/** Lists the senders that owners reported as spam in the last ninety days. */
export function getEnquirySpamSenders({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<EnquirySpamSender[]> {
  requirePermission(actor, canReadEnquirySpamSenders)
  return listEnquirySpamSenders(db, spamSendersShown)
}
