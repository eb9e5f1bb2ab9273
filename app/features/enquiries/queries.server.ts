import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { isSlug } from '#app/features/businesses/rules.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { directoryListings, isListingListedNowSql } from '#app/features/directory/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type KeysetPage, type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { releaseSubmissionIdempotencyKey } from '#app/platform/.server/database/submission-keys.ts'
import {
  type EnquiryDetails,
  type EnquiryRecipient,
  type EnquirySenderConfirmationReason,
  type EnquirySpamSender,
  type EnquiryStatus,
  enquiryReminderDays,
  enquiryRetentionDays,
  enquiryStatusLabels,
  type InboxEnquiryView,
  type ListedInboxEnquiry,
} from './model.ts'
import { enquiries, enquiryOptOuts, enquiryRequests, enquirySpamReports } from './tables.server.ts'

/** Characters of an enquiry in the list. */
const excerptLength = 200

/** Where an owner gets mail: their address where they have confirmed it, else the one on the page of the business. */
const ownerEmail = sql<string | null>`
  CASE WHEN ${users.emailVerified} THEN ${users.email} ELSE nullif(${businesses.email}, '') END`

/** A listing that can be asked: it is listed now, its owner wants enquiries, and we know where to send them. */
const canBeAsked = sql`
  ${isListingListedNowSql()} AND ${enquiryOptOuts.businessId} IS NULL AND ${ownerEmail} IS NOT NULL`

export type EnquiryRecipientRow = EnquiryRecipient & { id: string; ownerId: string }

/** Finds the listed businesses with these slugs that can be asked, in no particular order. */
export async function listEnquiryRecipientsBySlugs(db: Database, slugs: string[]): Promise<EnquiryRecipientRow[]> {
  const written = slugs.filter(isSlug)
  if (written.length === 0) return []
  return db
    .select({ id: businesses.id, slug: businesses.businessSlug, name: businesses.name, ownerId: users.id })
    .from(businesses)
    .innerJoin(directoryListings, eq(directoryListings.businessId, businesses.id))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .leftJoin(enquiryOptOuts, eq(enquiryOptOuts.businessId, businesses.id))
    .where(and(inArray(businesses.businessSlug, written), canBeAsked))
}

export interface EnquirySpamCounts {
  reportsOfSender: number
  reportsByOwner: number
}

/** Counts the reports that tell whether an enquiry may be spam; see `Signs` in rules.ts. */
export async function countEnquirySpamReports(
  db: Database,
  senders: string[],
  businessId: string,
): Promise<EnquirySpamCounts> {
  const [row] = await queryRows<EnquirySpamCounts>(
    db,
    sql`
      SELECT
        (SELECT count(*)::int FROM ${enquirySpamReports} r
          WHERE r.sender IN ${senders} AND r.created_at > now() - interval '90 days') AS "reportsOfSender",
        (SELECT count(*)::int FROM ${enquirySpamReports} r
          WHERE r.business_id = ${businessId} AND r.created_at > now() - interval '30 days') AS "reportsByOwner"`,
  )
  return row ?? { reportsOfSender: 0, reportsByOwner: 0 }
}

/** Writes or deletes the report of an owner's enquiry as spam. */
export async function setEnquirySpamReport(
  transaction: Database,
  enquiryId: string,
  sender: string | null,
): Promise<void> {
  if (sender === null) {
    await transaction.delete(enquirySpamReports).where(eq(enquirySpamReports.leadId, enquiryId))
    return
  }
  await transaction.execute(sql`
    INSERT INTO ${enquirySpamReports} (lead_id, business_id, sender)
    SELECT l.id, l.business_id, ${sender} FROM ${enquiries} l WHERE l.id = ${enquiryId}
    ON CONFLICT DO NOTHING`)
}

/** Stores what somebody sent; returns its id. */
export async function insertEnquiryRequest(
  transaction: Database,
  request: EnquiryDetails & { profileId: string | null; isConfirmed: boolean },
): Promise<string> {
  const { isConfirmed, ...values } = request
  const [row] = await transaction
    .insert(enquiryRequests)
    .values({ ...values, confirmedAt: isConfirmed ? sql`now()` : null })
    .returning({ id: enquiryRequests.id })
  if (!row) throw new Error('the enquiry was not written')
  return row.id
}

export async function deleteEnquiryRequest(transaction: Database, id: string): Promise<void> {
  await transaction.delete(enquiryRequests).where(eq(enquiryRequests.id, id))
}

/** Stores a request for one business; returns its id, null if the same was stored of late. Of two at once, one stores it. */
export async function insertEnquiry(
  transaction: Database,
  enquiry: {
    requestId: string
    businessId: string
    submissionKey: string
    heldFor: EnquirySenderConfirmationReason | null
  },
): Promise<string | null> {
  await releaseSubmissionIdempotencyKey(transaction, enquiries, enquiry.submissionKey)
  const [row] = await transaction
    .insert(enquiries)
    .values({ ...enquiry, forwardedAt: enquiry.heldFor ? null : sql`now()` })
    .onConflictDoNothing({ target: enquiries.submissionKey })
    .returning({ id: enquiries.id })
  return row?.id ?? null
}

/** Locks a request until the transaction ends; null if there is none. */
export async function lockEnquiryRequest(
  transaction: Database,
  id: string,
): Promise<{ confirmedAt: Date | null } | null> {
  const [row] = await transaction
    .select({ confirmedAt: enquiryRequests.confirmedAt })
    .from(enquiryRequests)
    .where(and(eq(enquiryRequests.id, id), isKept))
    .for('update')
  return row ?? null
}

export async function confirmEnquiryRequest(transaction: Database, id: string): Promise<void> {
  await transaction.update(enquiryRequests).set({ confirmedAt: sql`now()` }).where(eq(enquiryRequests.id, id))
}

/** Forwards what is held of a request to the businesses that can still be asked; returns what was forwarded. */
export async function forwardHeldEnquiriesOfRequest(
  transaction: Database,
  requestId: string,
): Promise<{ id: string; ownerId: string }[]> {
  const held = await transaction
    .select({ id: enquiries.id, ownerId: users.id })
    .from(enquiries)
    .innerJoin(businesses, eq(businesses.id, enquiries.businessId))
    .innerJoin(directoryListings, eq(directoryListings.businessId, businesses.id))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .leftJoin(enquiryOptOuts, eq(enquiryOptOuts.businessId, businesses.id))
    .where(and(eq(enquiries.requestId, requestId), isNull(enquiries.forwardedAt), canBeAsked))
  if (held.length > 0) {
    await transaction
      .update(enquiries)
      .set({ forwardedAt: sql`now()`, heldFor: null })
      .where(
        inArray(
          enquiries.id,
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
            requestId: enquiries.requestId,
            slug: businesses.businessSlug,
            name: businesses.name,
            forwardedAt: enquiries.forwardedAt,
          })
          .from(enquiries)
          .innerJoin(businesses, eq(businesses.id, enquiries.businessId))
          .where(inArray(enquiries.requestId, ids))
          .orderBy(businesses.name, businesses.id)
  const recipients = Map.groupBy(rows, ({ requestId }) => requestId)
  return requests.map((request) => ({
    ...request,
    recipients: (recipients.get(request.id) ?? []).map(({ slug, name, forwardedAt }) => ({ slug, name, forwardedAt })),
  }))
}

/** A request that is not yet so old that the next run of the job deletes it. */
const isKept = sql`${enquiryRequests.createdAt} >= now() - make_interval(days => ${enquiryRetentionDays})`

/** Finds a request with its businesses; null if there is none, or it is too old. */
export async function findEnquiryRequestWithRecipients(db: Database, id: string) {
  const found = await db
    .select()
    .from(enquiryRequests)
    .where(and(eq(enquiryRequests.id, id), isKept))
  const [request] = await addRecipients(db, found)
  return request ?? null
}

/** Lists what a member sent with its businesses, newest first. */
export async function listEnquiryRequestsOfMember(db: Database, userId: string) {
  const requests = await db
    .select()
    .from(enquiryRequests)
    .where(eq(enquiryRequests.profileId, userId))
    .orderBy(desc(enquiryRequests.createdAt), desc(enquiryRequests.id))
  return addRecipients(db, requests)
}

/** Deletes one of a member's requests; false if there is none. */
export async function deleteOwnEnquiryRequest(transaction: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await transaction
    .delete(enquiryRequests)
    .where(and(eq(enquiryRequests.id, id), eq(enquiryRequests.profileId, userId)))
    .returning({ id: enquiryRequests.id })
  return deleted.length > 0
}

export async function deleteEnquiryRequestsOfMember(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(enquiryRequests).where(eq(enquiryRequests.profileId, userId))
}

/**
 * An owner's own enquiries: those that were forwarded to their business. The business is found first, so that its enquiries are read in
 * the order of the index.
 */
const isOwn = (ownerId: string): SQL | undefined =>
  and(
    sql`${enquiries.businessId} = (SELECT b.id FROM ${businesses} b WHERE b.profile_id = ${ownerId} LIMIT 1)`,
    isNotNull(enquiries.forwardedAt),
  )

/** The moment of a forwarded enquiry. */
const forwardedAt = sql<Date>`${enquiries.forwardedAt}`.mapWith(enquiries.createdAt)

/** Lists a page of an owner's enquiries, newest first: those with a status, or all but spam. */
export async function listEnquiriesOfOwner(
  db: Database,
  ownerId: string,
  status: EnquiryStatus | null,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ListedInboxEnquiry>> {
  const { beyond, order } = keysetPageWhereAndOrderSql(
    { at: enquiries.forwardedAt, id: enquiries.id, latestFirst: true },
    pageRequest,
  )
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(enquiries.forwardedAt), id: enquiries.id },
      id: enquiries.id,
      status: enquiries.status,
      name: enquiryRequests.name,
      where: enquiryRequests.place,
      excerpt: sql<string>`left(${enquiryRequests.needs}, ${excerptLength})`,
      forwardedAt,
    })
    .from(enquiries)
    .innerJoin(enquiryRequests, eq(enquiryRequests.id, enquiries.requestId))
    .where(and(isOwn(ownerId), status ? eq(enquiries.status, status) : sql`${enquiries.status} <> 'spam'`, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  const page = toKeysetPage(rows, pageRequest)
  return { ...page, rows: page.rows.map(({ where, ...row }) => ({ ...row, place: where })) }
}

/** Counts an owner's enquiries by status. */
export async function countEnquiriesOfOwnerByStatus(
  db: Database,
  ownerId: string,
): Promise<Record<EnquiryStatus, number>> {
  const rows = await db
    .select({ status: enquiries.status, count: sql<number>`count(*)::int` })
    .from(enquiries)
    .where(isOwn(ownerId))
    .groupBy(enquiries.status)
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(Object.keys(enquiryStatusLabels).map((status) => [status, counts[status] ?? 0])) as Record<
    EnquiryStatus,
    number
  >
}

/** Counts an owner's new enquiries. */
export async function countNewEnquiriesOfOwner(db: Database, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(enquiries)
    .where(and(isOwn(ownerId), eq(enquiries.status, 'new')))
  return row?.count ?? 0
}

/** Finds an owner's business, and whether its page takes enquiries; null if they have none. */
export async function findEnquiryInboxOfOwner(db: Database, ownerId: string) {
  const [row] = await db
    .select({
      businessId: businesses.id,
      businessName: businesses.name,
      isOn: sql<boolean>`${enquiryOptOuts.businessId} IS NULL`,
    })
    .from(businesses)
    .leftJoin(enquiryOptOuts, eq(enquiryOptOuts.businessId, businesses.id))
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ?? null
}

export async function setEnquiryOptOut(transaction: Database, businessId: string, isOut: boolean): Promise<void> {
  if (isOut) await transaction.insert(enquiryOptOuts).values({ businessId }).onConflictDoNothing()
  else await transaction.delete(enquiryOptOuts).where(eq(enquiryOptOuts.businessId, businessId))
}

/** What its owner sees of a request. */
const requestColumns = {
  isConfirmed: sql<boolean>`${enquiryRequests.confirmedAt} IS NOT NULL`,
  name: enquiryRequests.name,
  email: enquiryRequests.email,
  phone: enquiryRequests.phone,
  needs: enquiryRequests.needs,
  place: enquiryRequests.place,
  wantedBy: enquiryRequests.wantedBy,
}

function enquiryRows(db: Database) {
  return db
    .select({
      id: enquiries.id,
      status: enquiries.status,
      note: enquiries.note,
      forwardedAt,
      ...requestColumns,
    })
    .from(enquiries)
    .innerJoin(enquiryRequests, eq(enquiryRequests.id, enquiries.requestId))
}

/** Finds one of an owner's enquiries; null if there is none. */
export async function findEnquiryOfOwner(db: Database, ownerId: string, id: string): Promise<InboxEnquiryView | null> {
  const [row] = await enquiryRows(db).where(and(isOwn(ownerId), eq(enquiries.id, id)))
  return row ?? null
}

/** Lists an owner's enquiries in full, oldest first, after one of them. */
export function listWholeEnquiriesOfOwner(
  db: Database,
  ownerId: string,
  after: InboxEnquiryView | null,
  most: number,
): Promise<InboxEnquiryView[]> {
  const beyond =
    after &&
    sql`(${enquiries.forwardedAt}, ${enquiries.id}) > (SELECT a.forwarded_at, a.id FROM leads a WHERE a.id = ${after.id})`
  return enquiryRows(db)
    .where(and(isOwn(ownerId), beyond ?? undefined))
    .orderBy(enquiries.forwardedAt, enquiries.id)
    .limit(most)
}

/** Updates one of an owner's enquiries; false if there is none. */
export async function updateEnquiryOfOwner(
  db: Database,
  ownerId: string,
  id: string,
  change: { status: EnquiryStatus } | { note: string },
): Promise<boolean> {
  const own = db.select({ id: businesses.id }).from(businesses).where(eq(businesses.profileId, ownerId))
  const changed = await db
    .update(enquiries)
    .set('status' in change ? { status: change.status, statusAt: sql`now()` } : change)
    .where(and(eq(enquiries.id, id), isNotNull(enquiries.forwardedAt), inArray(enquiries.businessId, own)))
    .returning({ id: enquiries.id })
  return changed.length > 0
}

/** Finds an enquiry as it is mailed to its owner; null if it is held, or its owner is suspended. */
export async function findEnquiryForMail(db: Database, id: string) {
  const [row] = await db
    .select({
      id: enquiries.id,
      businessName: businesses.name,
      to: ownerEmail,
      ...requestColumns,
    })
    .from(enquiries)
    .innerJoin(enquiryRequests, eq(enquiryRequests.id, enquiries.requestId))
    .innerJoin(businesses, eq(businesses.id, enquiries.businessId))
    .innerJoin(users, eq(users.id, businesses.profileId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(enquiries.id, id), isNotNull(enquiries.forwardedAt), isNull(profiles.suspendedAt)))
  return row ?? null
}

/** Marks as reminded what has been new for {@link enquiryReminderDays}; returns the owners. Each enquiry counts once. */
export async function markEnquiriesAsReminded(transaction: Database): Promise<{ ownerId: string }[]> {
  return queryRows(
    transaction,
    sql`
      WITH due AS (
        UPDATE leads l SET reminded_at = now()
        FROM businesses b JOIN profiles p ON p.id = b.profile_id
        WHERE b.id = l.business_id AND p.suspended_at IS NULL
          AND l.status = 'new' AND l.reminded_at IS NULL AND l.forwarded_at <= now() - make_interval(days => ${enquiryReminderDays})
        RETURNING b.profile_id
      )
      SELECT DISTINCT profile_id AS "ownerId" FROM due ORDER BY profile_id`,
  )
}

/** Finds where an owner is reminded, and how many enquiries are new; null for whoever has no business. */
export async function findEnquiryReminderOfOwner(db: Database, ownerId: string) {
  const [row] = await db
    .select({ to: ownerEmail, businessName: businesses.name })
    .from(businesses)
    .innerJoin(users, eq(users.id, businesses.profileId))
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ? { ...row, count: await countNewEnquiriesOfOwner(db, ownerId) } : null
}

/** Deletes what is older than {@link enquiryRetentionDays}, and reports that no longer count. */
export async function deleteOldEnquiryRequests(db: Database): Promise<void> {
  await db
    .delete(enquiryRequests)
    .where(sql`${enquiryRequests.createdAt} < now() - make_interval(days => ${enquiryRetentionDays})`)
  await db.delete(enquirySpamReports).where(sql`${enquirySpamReports.createdAt} < now() - interval '90 days'`)
}

/** Lists the senders that owners reported in the last ninety days, those with most reports first. */
export async function listEnquirySpamSenders(db: Database, most: number): Promise<EnquirySpamSender[]> {
  const rows = await queryRows<Omit<EnquirySpamSender, 'lastAt'> & { lastAt: string | Date }>(
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
