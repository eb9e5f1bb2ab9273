import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PartnerOffer } from '#app/features/content/schema.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { OfferPartner } from './model.ts'
import { partnerCodes } from './tables.server.ts'

/** Rows that one query reads or writes. */
export const partnerCodesPerQuery = 500

const isFree = and(isNull(partnerCodes.givenAt), eq(partnerCodes.isShared, false))

/** Whether the member `p` with the user `u` may have an offer now: listed, and for so long that no undo is under way any more. */
const mayHave = (whom: PartnerOffer['for']): SQL => sql`
  u.email_verified AND coalesce(p.verification_starts_at <= now() - interval '1 minute', true) AND EXISTS (
    SELECT FROM public_businesses_view b
    WHERE b.profile_id = p.id ${whom === 'verified veterans' ? sql`AND b.relationship_type = 'Veteran'` : sql``}
  )`

/** Members who may have an offer and have no code yet. */
const waitingMembers = (partner: OfferPartner, whom: PartnerOffer['for']): SQL => sql`
  FROM profiles p JOIN users u ON u.id = p.id
  WHERE NOT EXISTS (SELECT FROM partner_codes c WHERE c.partner = ${partner} AND c.profile_id = p.id) AND ${mayHave(whom)}`

/** Waits for whoever gives, adds or removes codes of this partner. */
export async function lockPartnerCodes(transaction: Database, partner: OfferPartner): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`partner codes ${partner}`}, 0))`)
}

/** The ids of members who wait for a code, those first who have been verified for longest. They are not deleted meanwhile. */
export async function listMembersWaitingForPartnerCode(
  transaction: Database,
  partner: OfferPartner,
  whom: PartnerOffer['for'],
  most: number,
) {
  const rows = await queryRows<{ id: string }>(
    transaction,
    sql`SELECT p.id ${waitingMembers(partner, whom)}
        ORDER BY p.verification_starts_at NULLS FIRST, p.id LIMIT ${most} FOR KEY SHARE OF p SKIP LOCKED`,
  )
  return rows.map(({ id }) => id)
}

export async function isAnyMemberWaitingForPartnerCode(
  db: Database,
  partner: OfferPartner,
  whom: PartnerOffer['for'],
): Promise<boolean> {
  const rows = await queryRows(db, sql`SELECT 1 AS one ${waitingMembers(partner, whom)} LIMIT 1`)
  return rows.length > 0
}

export async function countMembersWaitingForPartnerCode(
  db: Database,
  partner: OfferPartner,
  whom: PartnerOffer['for'],
): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count ${waitingMembers(partner, whom)}`,
  )
  return row?.count ?? 0
}

export async function countPartnerCodes(db: Database, partner: OfferPartner) {
  const { givenAt, isShared } = partnerCodes
  const [row] = await db
    .select({
      left: sql<number>`(count(*) FILTER (WHERE ${givenAt} IS NULL AND NOT ${isShared}))::int`,
      given: sql<number>`count(${givenAt})::int`,
      hasShared: sql<boolean>`coalesce(bool_or(${isShared} AND ${givenAt} IS NULL), false)`,
    })
    .from(partnerCodes)
    .where(eq(partnerCodes.partner, partner))
  return row ?? { left: 0, given: 0, hasShared: false }
}

/** The code that everybody gets; null if there is none. */
export async function findSharedPartnerCode(db: Database, partner: OfferPartner) {
  const [row] = await db
    .select({ id: partnerCodes.id, code: partnerCodes.code })
    .from(partnerCodes)
    .where(and(eq(partnerCodes.partner, partner), partnerCodes.isShared, isNull(partnerCodes.givenAt)))
  return row ?? null
}

/** The ids of single codes that nobody has, in the order in which they were added. */
export async function listFreePartnerCodeIds(db: Database, partner: OfferPartner, most: number): Promise<string[]> {
  const { id, addedAt } = partnerCodes
  const rows = await db
    .select({ id })
    .from(partnerCodes)
    .where(and(eq(partnerCodes.partner, partner), isFree))
    .orderBy(asc(addedAt), asc(id))
    .limit(most)
  return rows.map((row) => row.id)
}

/** Every row behind one of this id, by id. */
export function listPartnerCodesAfterId(db: Database, after: string | null) {
  const { id, partner, code, isShared } = partnerCodes
  return db
    .select({ id, partner, code, isShared })
    .from(partnerCodes)
    .where(after ? gt(id, after) : undefined)
    .orderBy(asc(id))
    .limit(partnerCodesPerQuery)
}

/** A few of the oldest and newest codes, as they are sealed. */
export async function listOldestAndNewestPartnerCodes(db: Database): Promise<{ id: string; code: string }[][]> {
  const { id, code, addedAt } = partnerCodes
  const some = (order: SQL) => db.select({ id, code }).from(partnerCodes).orderBy(order).limit(5)
  return [await some(sql`${addedAt} ASC`), await some(sql`${addedAt} DESC`)]
}

/** Writes codes that nobody has, in one statement: a row each would hold others up for as long as a list is. */
export async function insertPartnerCodes(
  transaction: Database,
  { partner, isShared }: { partner: OfferPartner; isShared: boolean },
  codes: { id: string; code: string }[],
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO partner_codes (id, partner, is_shared, code)
    SELECT id, ${partner}, ${isShared}, code FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS t (id uuid, code text)`)
}

/** Writes a member's own row of the code that everybody gets. */
export async function insertSharedPartnerCodeForMember(
  transaction: Database,
  row: { id: string; partner: OfferPartner; code: string; profileId: string },
): Promise<void> {
  await transaction.insert(partnerCodes).values({ ...row, isShared: true, givenAt: sql`now()` })
}

export async function markPartnerCodeGiven(transaction: Database, id: string, profileId: string): Promise<void> {
  await transaction.update(partnerCodes).set({ profileId, givenAt: sql`now()` }).where(eq(partnerCodes.id, id))
}

/** Deletes what nobody has, or of it only the code that everybody gets, and returns how many. */
export async function deleteFreePartnerCodes(
  transaction: Database,
  partner: OfferPartner,
  { onlyShared = false } = {},
) {
  const rows = await transaction
    .delete(partnerCodes)
    .where(
      and(
        eq(partnerCodes.partner, partner),
        isNull(partnerCodes.givenAt),
        onlyShared ? eq(partnerCodes.isShared, true) : undefined,
      ),
    )
    .returning({ id: partnerCodes.id })
  return rows.length
}

/** A code that was given and not sent yet, with the member's email address; null if they may not have it now. */
export async function findPartnerCodeForMail(
  db: Database,
  id: string,
  partner: OfferPartner,
  whom: PartnerOffer['for'],
) {
  const [row] = await queryRows<{ code: string; email: string }>(
    db,
    sql`SELECT c.code, u.email FROM partner_codes c JOIN profiles p ON p.id = c.profile_id JOIN users u ON u.id = p.id
        WHERE c.id = ${id}::uuid AND c.partner = ${partner} AND c.sent_at IS NULL AND ${mayHave(whom)}`,
  )
  return row ?? null
}

/** Codes that were given a day ago or more and not sent, and the day (UTC). Their members may have them now. */
export function listUnsentPartnerCodes(db: Database, partner: OfferPartner, whom: PartnerOffer['for']) {
  return queryRows<{ id: string; day: string }>(
    db,
    sql`SELECT c.id, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
        FROM partner_codes c JOIN profiles p ON p.id = c.profile_id JOIN users u ON u.id = p.id
        WHERE c.partner = ${partner} AND c.given_at <= now() - interval '1 day' AND c.sent_at IS NULL AND ${mayHave(whom)}`,
  )
}

export async function markPartnerCodeSent(db: Database, id: string): Promise<void> {
  await db
    .update(partnerCodes)
    .set({ sentAt: sql`now()` })
    .where(and(eq(partnerCodes.id, id), isNull(partnerCodes.sentAt)))
}

/** Puts a code sealed afresh into the place of the one before. */
export async function replaceSealedPartnerCode(db: Database, id: string, before: string, fresh: string): Promise<void> {
  await db
    .update(partnerCodes)
    .set({ code: fresh })
    .where(and(eq(partnerCodes.id, id), eq(partnerCodes.code, before)))
}

/** The codes that a member was given. */
export function listPartnerCodesOfMember(db: Database, profileId: string) {
  const { id, partner, code, givenAt, sentAt } = partnerCodes
  return db
    .select({ id, partner, code, givenAt, sentAt })
    .from(partnerCodes)
    .where(eq(partnerCodes.profileId, profileId))
    .orderBy(asc(partner))
}

/** Takes a member out of the codes that they were given, which stay given. */
export async function detachMemberFromPartnerCodes(transaction: Database, profileId: string): Promise<void> {
  await transaction.update(partnerCodes).set({ profileId: null }).where(eq(partnerCodes.profileId, profileId))
}
