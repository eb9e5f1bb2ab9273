import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { isSlug } from '#app/features/businesses/rules.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { directoryListings, isListedNow } from '#app/features/directory/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Page, type PageRequest, pageSize } from '#app/lib/keyset-pagination.ts'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import { momentOf, selectionOf, toPage } from '#app/platform/.server/keyset-pagination.ts'
import {
  type HoldReason,
  type LeadStatus,
  type LeadView,
  type ListedLead,
  leadStatuses,
  type Recipient,
  type RequestText,
  reminderDays,
  retentionDays,
  type SpamSender,
} from './schema.ts'
import { leadOptOuts, leadRequests, leadSpamReports, leads } from './tables.server.ts'

/** Characters of an enquiry in the list. */
const excerptLength = 200

/** How long the same words to the same business are the same enquiry. */
const sameFor = sql`interval '24 hours'`

/** Where an owner gets mail: their address where they have confirmed it, else the one on the page of the business. */
const ownerEmail = sql<string | null>`
  CASE WHEN ${users.emailVerified} THEN ${users.email} ELSE nullif(${businesses.email}, '') END`

/** A listing that can be asked: it is listed now, its owner wants enquiries, and we know where to send them. */
const canBeAsked = sql`
  ${isListedNow()} AND ${leadOptOuts.businessId} IS NULL AND ${ownerEmail} IS NOT NULL`

export type RecipientRow = Recipient & { id: string; ownerId: string }

/** Finds the listed businesses with these slugs that can be asked, in no particular order. */
export async function listRecipients(db: Database, slugs: string[]): Promise<RecipientRow[]> {
  const written = slugs.filter(isSlug)
  if (written.length === 0) return []
  return db
    .select({ id: businesses.id, slug: businesses.businessSlug, name: businesses.name, ownerId: users.id })
    .from(businesses)
    .innerJoin(directoryListings, eq(directoryListings.businessId, businesses.id))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .leftJoin(leadOptOuts, eq(leadOptOuts.businessId, businesses.id))
    .where(and(inArray(businesses.businessSlug, written), canBeAsked))
}

/** Whether all of these were sent of late, by their keys. */
export async function areStored(db: Database, keys: string[]): Promise<boolean> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(inArray(leads.submissionKey, keys), sql`${leads.createdAt} > now() - ${sameFor}`))
  return rows.length === keys.length
}

export interface SpamFacts {
  reportsOfSender: number
  reportsByOwner: number
}

/** Counts the reports that tell whether an enquiry may be spam; see `Signs` in rules.ts. */
export async function countSpamReports(db: Database, senders: string[], businessId: string): Promise<SpamFacts> {
  const [row] = await selectRows<SpamFacts>(
    db,
    sql`
      SELECT
        (SELECT count(*)::int FROM ${leadSpamReports} r
          WHERE r.sender IN ${senders} AND r.created_at > now() - interval '90 days') AS "reportsOfSender",
        (SELECT count(*)::int FROM ${leadSpamReports} r
          WHERE r.business_id = ${businessId} AND r.created_at > now() - interval '30 days') AS "reportsByOwner"`,
  )
  return row ?? { reportsOfSender: 0, reportsByOwner: 0 }
}

/** Writes or deletes the report of an owner's enquiry as spam. */
export async function setSpamReport(transaction: Database, leadId: string, sender: string | null): Promise<void> {
  if (sender === null) {
    await transaction.delete(leadSpamReports).where(eq(leadSpamReports.leadId, leadId))
    return
  }
  await transaction.execute(sql`
    INSERT INTO ${leadSpamReports} (lead_id, business_id, sender)
    SELECT l.id, l.business_id, ${sender} FROM ${leads} l WHERE l.id = ${leadId}
    ON CONFLICT DO NOTHING`)
}

/** Stores what somebody sent; returns its id. */
export async function insertRequest(
  transaction: Database,
  request: RequestText & { profileId: string | null; isConfirmed: boolean },
): Promise<string> {
  const { isConfirmed, ...values } = request
  const [row] = await transaction
    .insert(leadRequests)
    .values({ ...values, confirmedAt: isConfirmed ? sql`now()` : null })
    .returning({ id: leadRequests.id })
  if (!row) throw new Error('the enquiry was not written')
  return row.id
}

export async function deleteRequest(transaction: Database, id: string): Promise<void> {
  await transaction.delete(leadRequests).where(eq(leadRequests.id, id))
}

/** Stores a request for one business; returns its id, null if the same was stored of late. Of two at once, one stores it. */
export async function insertLead(
  transaction: Database,
  lead: { requestId: string; businessId: string; submissionKey: string; heldFor: HoldReason | null },
): Promise<string | null> {
  // The same words are a new enquiry by now.
  await transaction
    .update(leads)
    .set({ submissionKey: sql`gen_random_uuid()` })
    .where(and(eq(leads.submissionKey, lead.submissionKey), sql`${leads.createdAt} <= now() - ${sameFor}`))
  const [row] = await transaction
    .insert(leads)
    .values({ ...lead, forwardedAt: lead.heldFor ? null : sql`now()` })
    .onConflictDoNothing({ target: leads.submissionKey })
    .returning({ id: leads.id })
  return row?.id ?? null
}

/** Locks a request until the transaction ends; null if there is none. */
export async function lockRequest(transaction: Database, id: string): Promise<{ confirmedAt: Date | null } | null> {
  const [row] = await transaction
    .select({ confirmedAt: leadRequests.confirmedAt })
    .from(leadRequests)
    .where(and(eq(leadRequests.id, id), isKept))
    .for('update')
  return row ?? null
}

export async function confirmRequest(transaction: Database, id: string): Promise<void> {
  await transaction.update(leadRequests).set({ confirmedAt: sql`now()` }).where(eq(leadRequests.id, id))
}

/** Forwards what is held of a request to the businesses that can still be asked; returns what was forwarded. */
export async function forwardHeld(
  transaction: Database,
  requestId: string,
): Promise<{ id: string; ownerId: string }[]> {
  const held = await transaction
    .select({ id: leads.id, ownerId: users.id })
    .from(leads)
    .innerJoin(businesses, eq(businesses.id, leads.businessId))
    .innerJoin(directoryListings, eq(directoryListings.businessId, businesses.id))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .leftJoin(leadOptOuts, eq(leadOptOuts.businessId, businesses.id))
    .where(and(eq(leads.requestId, requestId), isNull(leads.forwardedAt), canBeAsked))
  if (held.length > 0) {
    await transaction
      .update(leads)
      .set({ forwardedAt: sql`now()`, heldFor: null })
      .where(
        inArray(
          leads.id,
          held.map(({ id }) => id),
        ),
      )
  }
  return held
}

/** Adds to requests the businesses that got them, or will once they are confirmed. */
async function addRecipients<Request extends { id: string }>(db: Database, requests: Request[]) {
  const ids = requests.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            requestId: leads.requestId,
            slug: businesses.businessSlug,
            name: businesses.name,
            forwardedAt: leads.forwardedAt,
          })
          .from(leads)
          .innerJoin(businesses, eq(businesses.id, leads.businessId))
          .where(inArray(leads.requestId, ids))
          .orderBy(businesses.name, businesses.id)
  const recipients = Map.groupBy(rows, ({ requestId }) => requestId)
  return requests.map((request) => ({
    ...request,
    recipients: (recipients.get(request.id) ?? []).map(({ slug, name, forwardedAt }) => ({ slug, name, forwardedAt })),
  }))
}

/** A request that is not yet so old that the next run of the job deletes it. */
const isKept = sql`${leadRequests.createdAt} >= now() - make_interval(days => ${retentionDays})`

/** Finds a request with its businesses; null if there is none, or it is too old. */
export async function findRequest(db: Database, id: string) {
  const found = await db
    .select()
    .from(leadRequests)
    .where(and(eq(leadRequests.id, id), isKept))
  const [request] = await addRecipients(db, found)
  return request ?? null
}

/** Lists what a member sent with its businesses, newest first. */
export async function listRequestsOf(db: Database, userId: string) {
  const requests = await db
    .select()
    .from(leadRequests)
    .where(eq(leadRequests.profileId, userId))
    .orderBy(desc(leadRequests.createdAt), desc(leadRequests.id))
  return addRecipients(db, requests)
}

/** Deletes one of a member's requests; false if there is none. */
export async function deleteOwnRequest(transaction: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await transaction
    .delete(leadRequests)
    .where(and(eq(leadRequests.id, id), eq(leadRequests.profileId, userId)))
    .returning({ id: leadRequests.id })
  return deleted.length > 0
}

export async function deleteRequestsOf(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(leadRequests).where(eq(leadRequests.profileId, userId))
}

/**
 * An owner's own enquiries: those that were forwarded to their business. The business is found first, so that its enquiries are read in
 * the order of the index.
 */
const isOwn = (ownerId: string): SQL | undefined =>
  and(
    sql`${leads.businessId} = (SELECT b.id FROM ${businesses} b WHERE b.profile_id = ${ownerId} LIMIT 1)`,
    isNotNull(leads.forwardedAt),
  )

/** The moment of a forwarded enquiry. */
const forwardedAt = sql<Date>`${leads.forwardedAt}`.mapWith(leads.createdAt)

/** Lists a page of an owner's enquiries, newest first: those with a status, or all but spam. */
export async function listLeads(
  db: Database,
  ownerId: string,
  status: LeadStatus | null,
  pageRequest: PageRequest,
): Promise<Page<ListedLead>> {
  const { beyond, order } = selectionOf({ at: leads.forwardedAt, id: leads.id, latestFirst: true }, pageRequest)
  const rows = await db
    .select({
      place: { at: momentOf(leads.forwardedAt), id: leads.id },
      id: leads.id,
      status: leads.status,
      name: leadRequests.name,
      where: leadRequests.place,
      excerpt: sql<string>`left(${leadRequests.needs}, ${excerptLength})`,
      forwardedAt,
    })
    .from(leads)
    .innerJoin(leadRequests, eq(leadRequests.id, leads.requestId))
    .where(and(isOwn(ownerId), status ? eq(leads.status, status) : sql`${leads.status} <> 'spam'`, beyond))
    .orderBy(order)
    .limit(pageSize + 1)
  const page = toPage(rows, pageRequest)
  return { ...page, rows: page.rows.map(({ where, ...row }) => ({ ...row, place: where })) }
}

/** Counts an owner's enquiries by status. */
export async function countLeads(db: Database, ownerId: string): Promise<Record<LeadStatus, number>> {
  const rows = await db
    .select({ status: leads.status, count: sql<number>`count(*)::int` })
    .from(leads)
    .where(isOwn(ownerId))
    .groupBy(leads.status)
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(Object.keys(leadStatuses).map((status) => [status, counts[status] ?? 0])) as Record<
    LeadStatus,
    number
  >
}

/** Counts an owner's new enquiries. */
export async function countNewLeads(db: Database, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(leads)
    .where(and(isOwn(ownerId), eq(leads.status, 'new')))
  return row?.count ?? 0
}

/** Finds an owner's business, and whether its page takes enquiries; null if they have none. */
export async function findOwnInbox(db: Database, ownerId: string) {
  const [row] = await db
    .select({
      businessId: businesses.id,
      businessName: businesses.name,
      isOn: sql<boolean>`${leadOptOuts.businessId} IS NULL`,
    })
    .from(businesses)
    .leftJoin(leadOptOuts, eq(leadOptOuts.businessId, businesses.id))
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ?? null
}

export async function setOptOut(transaction: Database, businessId: string, isOut: boolean): Promise<void> {
  if (isOut) await transaction.insert(leadOptOuts).values({ businessId }).onConflictDoNothing()
  else await transaction.delete(leadOptOuts).where(eq(leadOptOuts.businessId, businessId))
}

function selectLeads(db: Database) {
  return db
    .select({
      id: leads.id,
      status: leads.status,
      note: leads.note,
      forwardedAt,
      isConfirmed: sql<boolean>`${leadRequests.confirmedAt} IS NOT NULL`,
      name: leadRequests.name,
      email: leadRequests.email,
      phone: leadRequests.phone,
      needs: leadRequests.needs,
      place: leadRequests.place,
      wantedBy: leadRequests.wantedBy,
    })
    .from(leads)
    .innerJoin(leadRequests, eq(leadRequests.id, leads.requestId))
}

/** Finds one of an owner's enquiries; null if there is none. */
export async function findLead(db: Database, ownerId: string, id: string): Promise<LeadView | null> {
  const [row] = await selectLeads(db).where(and(isOwn(ownerId), eq(leads.id, id)))
  return row ?? null
}

/** Lists an owner's enquiries in full, oldest first, after one of them. */
export function listWholeLeads(
  db: Database,
  ownerId: string,
  after: LeadView | null,
  most: number,
): Promise<LeadView[]> {
  const beyond =
    after &&
    sql`(${leads.forwardedAt}, ${leads.id}) > (SELECT a.forwarded_at, a.id FROM leads a WHERE a.id = ${after.id})`
  return selectLeads(db)
    .where(and(isOwn(ownerId), beyond ?? undefined))
    .orderBy(leads.forwardedAt, leads.id)
    .limit(most)
}

/** Updates one of an owner's enquiries; false if there is none. */
export async function updateLead(
  db: Database,
  ownerId: string,
  id: string,
  change: { status: LeadStatus } | { note: string },
): Promise<boolean> {
  const own = db.select({ id: businesses.id }).from(businesses).where(eq(businesses.profileId, ownerId))
  const changed = await db
    .update(leads)
    .set('status' in change ? { status: change.status, statusAt: sql`now()` } : change)
    .where(and(eq(leads.id, id), isNotNull(leads.forwardedAt), inArray(leads.businessId, own)))
    .returning({ id: leads.id })
  return changed.length > 0
}

/** Finds an enquiry as it is mailed to its owner; null if it is held, or its owner is suspended. */
export async function findForMail(db: Database, id: string) {
  const [row] = await db
    .select({
      id: leads.id,
      businessName: businesses.name,
      to: ownerEmail,
      isConfirmed: sql<boolean>`${leadRequests.confirmedAt} IS NOT NULL`,
      name: leadRequests.name,
      email: leadRequests.email,
      phone: leadRequests.phone,
      needs: leadRequests.needs,
      place: leadRequests.place,
      wantedBy: leadRequests.wantedBy,
    })
    .from(leads)
    .innerJoin(leadRequests, eq(leadRequests.id, leads.requestId))
    .innerJoin(businesses, eq(businesses.id, leads.businessId))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(leads.id, id), isNotNull(leads.forwardedAt), isNull(profiles.suspendedAt)))
  return row ?? null
}

/** Marks as reminded what has been new for {@link reminderDays}; returns the owners. Each enquiry counts once. */
export async function markForReminder(transaction: Database): Promise<{ ownerId: string }[]> {
  return selectRows(
    transaction,
    sql`
      WITH due AS (
        UPDATE leads l SET reminded_at = now()
        FROM businesses b JOIN profiles p ON p.id = b.profile_id
        WHERE b.id = l.business_id AND p.suspended_at IS NULL
          AND l.status = 'new' AND l.reminded_at IS NULL AND l.forwarded_at <= now() - make_interval(days => ${reminderDays})
        RETURNING b.profile_id
      )
      SELECT DISTINCT profile_id AS "ownerId" FROM due ORDER BY profile_id`,
  )
}

/** Finds where an owner is reminded, and how many enquiries are new; null for whoever has no business. */
export async function findForReminder(db: Database, ownerId: string) {
  const [row] = await db
    .select({ to: ownerEmail, businessName: businesses.name })
    .from(businesses)
    .innerJoin(users, eq(users.id, businesses.profileId))
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ? { ...row, count: await countNewLeads(db, ownerId) } : null
}

/** Deletes what is older than {@link retentionDays}, and reports that no longer count. */
export async function deleteOldRequests(db: Database): Promise<void> {
  await db.delete(leadRequests).where(sql`${leadRequests.createdAt} < now() - make_interval(days => ${retentionDays})`)
  await db.delete(leadSpamReports).where(sql`${leadSpamReports.createdAt} < now() - interval '90 days'`)
}

/** Lists the senders that owners reported in the last ninety days, those with most reports first. */
export async function listSpamSenders(db: Database, most: number): Promise<SpamSender[]> {
  const rows = await selectRows<Omit<SpamSender, 'lastAt'> & { lastAt: string | Date }>(
    db,
    sql`
      SELECT lower(r.email) AS email, count(*)::int AS reports, count(DISTINCT l.business_id)::int AS businesses,
        max(l.status_at) AS "lastAt"
      FROM leads l JOIN lead_requests r ON r.id = l.request_id
      WHERE l.status = 'spam' AND l.status_at > now() - interval '90 days'
      GROUP BY lower(r.email) ORDER BY count(*) DESC, max(l.status_at) DESC LIMIT ${most}`,
  )
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }))
}
