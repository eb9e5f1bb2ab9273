import { csvLine, csvStream, spreadsheetText } from '#app/lib/csv.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { readTelephone } from '#app/lib/telephones.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireActor, requireAdmin } from '#app/platform/.server/actor.ts'
import { announce } from '#app/platform/.server/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { senderOf } from './links.server.ts'
import {
  countLeads,
  countNewLeads,
  findLead,
  findOwnInbox,
  listLeads,
  listSpamSenders,
  listWholeLeads,
  setOptOut,
  setSpamReport,
  updateLead,
} from './queries.server.ts'
import {
  type InboxSummary,
  type LeadStatus,
  type LeadView,
  type ListedLead,
  leadStatuses,
  type OpenLead,
  type SpamSender,
} from './schema.ts'

/** Returns the owner's inbox besides its list; null if they have no business. */
export async function getInbox({ db }: Platform, actor: Actor | null): Promise<InboxSummary | null> {
  const { userId } = requireActor(actor)
  const own = await findOwnInbox(db, userId)
  return own && { businessName: own.businessName, isOn: own.isOn, counts: await countLeads(db, userId) }
}

/** Lists a page of the owner's enquiries, newest first: those with a status, or all but spam. */
export function getLeads(
  { db }: Platform,
  actor: Actor | null,
  status: LeadStatus | null,
  pageRequest: PageRequest,
): Promise<Page<ListedLead>> {
  return listLeads(db, requireActor(actor).userId, status, pageRequest)
}

/** Counts the actor's new enquiries. */
export function countNew({ db }: Platform, actor: Actor | null): Promise<number> {
  return countNewLeads(db, requireActor(actor).userId)
}

/** Returns one of the owner's enquiries; null if there is none. */
export async function getLead({ db }: Platform, actor: Actor | null, id: string): Promise<OpenLead | null> {
  const { userId } = requireActor(actor)
  const lead = isUuid(id) ? await findLead(db, userId, id) : null
  return lead && { ...lead, call: readTelephone(lead.phone)?.uri ?? null }
}

/** Marks one of the owner's enquiries; false if there is none. Idempotent. */
export async function markLead(
  { db, secret }: Platform,
  actor: Actor | null,
  id: string,
  status: LeadStatus,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    if (!(await updateLead(transaction, userId, id, { status }))) return false
    const lead = status === 'spam' ? await findLead(transaction, userId, id) : null
    await setSpamReport(transaction, id, lead && senderOf(secret, lead))
    await announce(transaction, `member:${userId}`)
    return true
  })
}

/** Saves what the owner notes about an enquiry; false if there is none. */
export async function saveNote({ db }: Platform, actor: Actor | null, id: string, note: string): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && updateLead(db, userId, id, { note })
}

/** Switches enquiries on the owner's page on or off; false if they have no business. */
export async function switchEnquiries({ db }: Platform, actor: Actor | null, isOn: boolean): Promise<boolean> {
  const { userId } = requireActor(actor)
  const own = await findOwnInbox(db, userId)
  if (!own) return false
  await setOptOut(db, own.businessId, !isOn)
  return true
}

const batch = 500
const head = ['Received', 'Status', 'Name', 'Email', 'Phone', 'Needs', 'Where', 'By when', 'Note']

/** The owner's enquiries as a CSV file, oldest first, read as it is sent. */
export function exportLeads({ db }: Platform, actor: Actor | null): ReadableStream<Uint8Array> {
  const { userId } = requireActor(actor)
  let last: LeadView | null = null
  return csvStream(head, async () => {
    const rows: LeadView[] = await listWholeLeads(db, userId, last, batch)
    last = rows.at(-1) ?? last
    return rows.map(lineOf).join('')
  })
}

function lineOf({ forwardedAt, status, name, email, phone, needs, place, wantedBy, note }: LeadView): string {
  return csvLine([
    forwardedAt.toISOString(),
    leadStatuses[status],
    name,
    email,
    spreadsheetText(phone),
    needs,
    place,
    wantedBy,
    note,
  ])
}

/** Senders in the list of staff. */
const spamSendersShown = 50

/** Lists the senders that owners reported as spam in the last ninety days. */
export function getSpamSenders({ db }: Platform, actor: Actor | null): Promise<SpamSender[]> {
  requireAdmin(actor)
  return listSpamSenders(db, spamSendersShown)
}
