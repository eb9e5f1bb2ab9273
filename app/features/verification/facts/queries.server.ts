import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { staffConflictOfInterestLevelSql } from '#app/features/profile/policy.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { PublicVerificationBasisRecord } from '../basis-rules.ts'
import { businessFactCertificateDocumentKind } from '../rules.ts'
import { factChecks, verificationDocuments } from '../tables.server.ts'
import type { BusinessFactState, WaitingBusinessFact } from './model.ts'
import {
  type BusinessFactName,
  type ConfirmableBusinessFactName,
  type FactConfirmationContext,
  type FactConfirmationMethod,
  factConfirmationLastsDays,
  unconfirmableBusinessFields,
} from './rules.ts'

const today = sql`(now() AT TIME ZONE 'Europe/London')::date`

/**
 * What the owner of a business states, with the day on which it ends by itself, and where it belongs among the others. The value of
 * a fact that can be confirmed is what a confirmation is of.
 */
function statedFacts(businessId: SQL): SQL {
  return sql`
    SELECT 'companyNumber' AS fact, b.company_number AS value, NULL::date AS ends_on, 1 AS place
    FROM businesses b WHERE b.id = ${businessId} AND b.company_number ~ '\\S'
    UNION ALL
    SELECT r.scheme, r.number, NULL, 2 FROM business_registrations r WHERE r.business_id = ${businessId}
    UNION ALL
    SELECT 'insurance', to_char(b.insurance_until, 'YYYY-MM-DD') || ' ' || coalesce(b.insurance_kind, ''), b.insurance_until, 3
    FROM businesses b WHERE b.id = ${businessId} AND b.insurance_until IS NOT NULL
    UNION ALL
    SELECT 'serviceArea', CASE WHEN b.serves_uk THEN 'uk' ELSE b.service_radius::text END, NULL, 4
    FROM businesses b WHERE b.id = ${businessId} AND (b.serves_uk OR b.service_radius IS NOT NULL)
    ${sql.join(
      unconfirmableBusinessFields.map((field, index) => {
        const value = sql`b.${sql.identifier(businesses[field].name)}`
        return sql`UNION ALL
        SELECT ${field}::text, ${value}, NULL, ${5 + index}::int FROM businesses b WHERE b.id = ${businessId} AND ${value} <> ''`
      }),
    )}`
}

/** What else a confirmation is of, as it is now: the name of the business and, for insurance, its place and trades. */
const currentSubject = (businessId: SQL) => sql`
  SELECT b.name, business_place(b.city, b.postcode) AS place, business_subjects(b.id) AS trade_ids
  FROM businesses b WHERE b.id = ${businessId}`

/** The same of a check `c`, as it was when it was asked or decided. */
const subjectThen = sql`fact_subject(c.fact, c.business_name, c.place, c.trade_ids)`
const subjectNow = (fact: SQL) => sql`fact_subject(${fact}, n.name, n.place, n.trade_ids)`

/** What a subject is, for people to read; null where the name was not written down. */
const describedSubject = (fact: SQL, name: SQL, place: SQL, tradeIds: SQL) => sql`
  jsonb_build_object('name', ${name}, 'place', CASE WHEN ${fact} = 'insurance' THEN ${place} END, 'trades', CASE WHEN ${fact} = 'insurance' THEN (
    SELECT string_agg(known.name, ', ' ORDER BY known.name) FROM (
      SELECT t.name FROM trades t WHERE t.id = ANY (${tradeIds})
      UNION ALL SELECT i.name FROM industries i WHERE 'industry:' || i.id = ANY (${tradeIds})
    ) known) END)`

const describedThen = describedSubject(sql`c.fact`, sql`c.business_name`, sql`c.place`, sql`c.trade_ids`)
const describedNow = describedSubject(sql`c.fact`, sql`n.name`, sql`n.place`, sql`n.trade_ids`)

/** The last check of a fact of a business. */
function lastCheck(businessId: SQL, fact: SQL): SQL {
  return sql`
    SELECT c.* FROM fact_checks c WHERE c.business_id = ${businessId} AND c.fact = ${fact}
    ORDER BY c.asked_at DESC, c.id DESC LIMIT 1`
}

/**
 * How a fact `f` is by its last check `c` and what the business is called now, `n`: nothing has to be written when the owner changes
 * it or a day passes.
 */
const state = sql`
  CASE
    WHEN c.value IS DISTINCT FROM f.value THEN 'stated'
    WHEN c.decided_at IS NULL THEN 'waiting'
    WHEN c.method IS NULL THEN 'declined'
    WHEN c.until < ${today} OR f.ends_on < ${today} THEN 'ended'
    WHEN ${subjectThen} IS DISTINCT FROM ${subjectNow(sql`c.fact`)} THEN 'renamed'
    ELSE 'confirmed'
  END`

const toDate = (value: unknown) => (value === null ? null : new Date(value as string | Date))

export interface StatedBusinessFactRow {
  fact: BusinessFactName
  value: string
  state: BusinessFactState
  checkId: string | null
  askedAt: Date | null
  decidedAt: Date | null
  method: FactConfirmationMethod | null
  until: string | null
  words: string | null
  certificates: number
  /** What a decision about it is of besides its value; differs once that has changed. */
  subject: string
  /** What it was confirmed for, and what that is now; null unless they differ. */
  before: FactConfirmationContext | null
  now: FactConfirmationContext | null
  /** Whether it ended by itself, as an insurance does. */
  hasEnded: boolean
  /** The first moment after the last day that it names, or that its confirmation has. */
  changesAt: Date | null
}

/** What the owner of a business states, and how far it is confirmed. */
export async function listStatedBusinessFacts(db: Database, businessId: string): Promise<StatedBusinessFactRow[]> {
  const rows = await queryRows<
    Omit<StatedBusinessFactRow, 'askedAt' | 'decidedAt' | 'changesAt'> &
      Record<'askedAt' | 'decidedAt' | 'changesAt', unknown>
  >(
    db,
    sql`
      SELECT
        f.fact, f.value, s.state, CASE WHEN s.state <> 'stated' THEN c.id END AS "checkId",
        c.asked_at AS "askedAt", c.decided_at AS "decidedAt", c.method, to_char(c.until, 'YYYY-MM-DD') AS until, c.words,
        (
          SELECT count(*)::int FROM verification_documents d
          WHERE d.fact_check_id = c.id AND d.file_bucket_url IS NOT NULL
        ) AS certificates,
        ${subjectNow(sql`f.fact`)} AS subject,
        CASE WHEN s.state = 'renamed' THEN ${describedThen} END AS before,
        CASE WHEN s.state = 'renamed' THEN ${describedNow} END AS now,
        coalesce(f.ends_on < ${today}, false) AS "hasEnded",
        (least(f.ends_on, CASE WHEN s.state = 'confirmed' THEN c.until END) + 1)::timestamp AT TIME ZONE 'Europe/London'
          AS "changesAt"
      FROM (${statedFacts(sql`${businessId}::uuid`)}) f
      CROSS JOIN (${currentSubject(sql`${businessId}::uuid`)}) n
      LEFT JOIN LATERAL (${lastCheck(sql`${businessId}::uuid`, sql`f.fact`)}) c ON true
      CROSS JOIN LATERAL (SELECT ${state} AS state) s
      ORDER BY f.place, f.fact`,
  )
  return rows.map((row) => ({
    ...row,
    askedAt: toDate(row.askedAt),
    decidedAt: toDate(row.decidedAt),
    changesAt: toDate(row.changesAt),
  }))
}

export interface BusinessForItsChecksPageRow {
  id: string
  isListed: boolean
  relationshipType: string | null
  verifiedAt: Date | null
  endsAt: Date | null
  record: PublicVerificationBasisRecord | null
}

/**
 * A business as its page may be seen: listed, the viewer's own, or any; null for all others. Joined by id, PostgreSQL would read the whole
 * view for each.
 */
export async function findBusinessForItsChecksPage(
  db: Database,
  slug: string,
  viewer: { userId: string | null; seesAll: boolean },
): Promise<BusinessForItsChecksPageRow | null> {
  const [row] = await queryRows<
    Omit<BusinessForItsChecksPageRow, 'verifiedAt' | 'endsAt'> & Record<'verifiedAt' | 'endsAt', unknown>
  >(
    db,
    sql`
      SELECT b.id, p.id IS NOT NULL AS "isListed", p.relationship_type AS "relationshipType", p.verified_at AS "verifiedAt",
        p.verification_ends_at AS "endsAt", p.record
      FROM businesses b LEFT JOIN public_businesses_view p ON p.business_slug = b.business_slug
      WHERE b.business_slug = ${slug}
        AND (p.id IS NOT NULL OR b.profile_id = ${viewer.userId}::uuid OR ${viewer.seesAll}::boolean)`,
  )
  return row ? { ...row, verifiedAt: toDate(row.verifiedAt), endsAt: toDate(row.endsAt) } : null
}

/** Locks a business until the transaction ends, as every change of it does; its owner, or undefined if there is none. */
export async function lockBusinessReturningOwner(
  transaction: Database,
  businessId: string,
): Promise<string | null | undefined> {
  const [row] = await transaction
    .select({ ownerId: businesses.profileId })
    .from(businesses)
    .where(eq(businesses.id, businessId))
    .for('update')
  return row?.ownerId
}

/** Adds a check that waits; there is one for each fact at most. */
export async function insertFactCheck(
  transaction: Database,
  check: { businessId: string; fact: ConfirmableBusinessFactName; value: string },
): Promise<void> {
  await transaction.insert(factChecks).values(check).onConflictDoNothing()
}

export interface FactCheckRow {
  id: string
  businessId: string
  ownerId: string | null
  businessName: string
  fact: ConfirmableBusinessFactName
  value: string
  /** What else it is of, as it was when the owner asked. */
  subject: string | null
  decidedAt: Date | null
  method: FactConfirmationMethod | null
  words: string | null
}

/** A check with its business; null if there is none. */
export async function findFactCheck(db: Database, id: string): Promise<FactCheckRow | null> {
  const [row] = await db
    .select({
      id: factChecks.id,
      businessId: factChecks.businessId,
      ownerId: businesses.profileId,
      businessName: businesses.name,
      fact: factChecks.fact,
      value: factChecks.value,
      subject: sql<
        string | null
      >`fact_subject(${factChecks.fact}, ${factChecks.businessName}, ${factChecks.place}, ${factChecks.tradeIds})`,
      decidedAt: factChecks.decidedAt,
      method: factChecks.method,
      words: factChecks.words,
    })
    .from(factChecks)
    .innerJoin(businesses, eq(businesses.id, factChecks.businessId))
    .where(eq(factChecks.id, id))
  return row ?? null
}

/** The check of a fact of a business that waits; null if there is none. */
export async function findWaitingFactCheckOfBusiness(
  db: Database,
  businessId: string,
  fact: ConfirmableBusinessFactName,
): Promise<{ id: string; value: string } | null> {
  const [row] = await db
    .select({ id: factChecks.id, value: factChecks.value })
    .from(factChecks)
    .where(and(eq(factChecks.businessId, businessId), eq(factChecks.fact, fact), isNull(factChecks.decidedAt)))
  return row ?? null
}

export async function deleteFactCheck(transaction: Database, id: string): Promise<void> {
  await transaction.delete(factChecks).where(eq(factChecks.id, id))
}

/**
 * Writes what a reviewer decided. A confirmation lasts to the last day of what was seen, of the insurance itself, or a year,
 * whichever is first.
 */
export async function writeBusinessFactDecision(
  transaction: Database,
  id: string,
  {
    reviewerId,
    method,
    until,
    words,
  }: { reviewerId: string; method: FactConfirmationMethod | null; until: string | null; words: string | null },
): Promise<void> {
  await transaction
    .update(factChecks)
    .set({
      reviewerId,
      method,
      until: method
        ? sql`least(${until}::date, ${today} + ${factConfirmationLastsDays}::int,
            CASE WHEN ${factChecks.fact} = 'insurance' THEN left(${factChecks.value}, 10)::date END)`
        : null,
      words,
      decidedAt: sql`clock_timestamp()`,
    })
    .where(eq(factChecks.id, id))
}

/**
 * The checks that somebody of the staff can decide: the owner still states the value, it has not ended, and there is something to
 * look at. Never those of a business that they have a part in, nor of a suspended owner.
 */
const decidable = (actor: Pick<Actor, 'userId' | 'role'>) => sql`
  FROM fact_checks c
  JOIN businesses b ON b.id = c.business_id
  JOIN profiles p ON p.id = b.profile_id AND p.suspended_at IS NULL
  JOIN LATERAL (${statedFacts(sql`c.business_id`)}) f ON f.fact = c.fact AND f.value = c.value
  WHERE c.decided_at IS NULL AND coalesce(f.ends_on >= ${today}, true)
    AND ${staffConflictOfInterestLevelSql(actor, { business: sql`b.id` })} IN ('none', 'alone')
    AND (c.fact <> 'insurance' OR EXISTS (
      SELECT FROM verification_documents d WHERE d.fact_check_id = c.id AND d.file_bucket_url IS NOT NULL))`

/** The businesses with facts to confirm, the longest waiting first. */
export async function listBusinessesWithWaitingFacts(
  db: Database,
  actor: Actor,
  most: number,
): Promise<{ id: string; name: string; count: number; askedAt: Date }[]> {
  const rows = await queryRows<{ id: string; name: string; count: number; asked_at: string | Date }>(
    db,
    sql`
      SELECT b.id, b.name, count(*)::int AS count, min(c.asked_at) AS asked_at ${decidable(actor)}
      GROUP BY b.id ORDER BY min(c.asked_at), b.id LIMIT ${most}`,
  )
  return rows.map(({ asked_at, ...row }) => ({ ...row, askedAt: new Date(asked_at) }))
}

/** The facts of a business to confirm. */
export async function listWaitingFactChecksOfBusiness(
  db: Database,
  actor: Actor,
  businessId: string,
): Promise<Omit<WaitingBusinessFact, 'certificates'>[]> {
  const rows = await queryRows<
    Omit<WaitingBusinessFact, 'certificates' | 'askedAt' | 'confirmed'> & {
      asked_at: string | Date
      confirmed: (Omit<NonNullable<WaitingBusinessFact['confirmed']>, 'at'> & { at: string }) | null
    }
  >(
    db,
    sql`
      SELECT w.id AS "checkId", w.fact, w.value, w.asked_at, ${subjectNow(sql`w.fact`)} AS subject,
        (
          SELECT CASE WHEN ${subjectThen} IS DISTINCT FROM ${subjectNow(sql`c.fact`)} THEN ${describedThen} END
          FROM fact_checks c WHERE c.id = w.id
        ) AS asked,
        (
          SELECT jsonb_build_object('value', c.value, 'at', c.decided_at, 'for', ${describedThen})
          FROM fact_checks c
          WHERE c.business_id = w.business_id AND c.fact = w.fact AND c.method IS NOT NULL
            AND (c.value, ${subjectThen}) IS DISTINCT FROM (w.value, ${subjectNow(sql`c.fact`)})
          ORDER BY c.asked_at DESC, c.id DESC LIMIT 1
        ) AS confirmed,
        ${describedSubject(sql`w.fact`, sql`n.name`, sql`n.place`, sql`n.trade_ids`)} AS now
      FROM (
        SELECT c.*, f.place AS in_order ${decidable(actor)} AND c.business_id = ${businessId}::uuid
      ) w
      CROSS JOIN (${currentSubject(sql`${businessId}::uuid`)}) n
      ORDER BY w.in_order, w.fact`,
  )
  return rows.map(({ asked_at, confirmed, ...row }) => ({
    ...row,
    askedAt: new Date(asked_at),
    confirmed: confirmed && { ...confirmed, at: new Date(confirmed.at) },
  }))
}

/** The name, slug and owner of a business; null if there is none. */
export async function findBusinessNameAndOwner(
  db: Database,
  id: string,
): Promise<{ name: string; slug: string; ownerId: string | null } | null> {
  const [row] = await db
    .select({ name: businesses.name, slug: businesses.businessSlug, ownerId: businesses.profileId })
    .from(businesses)
    .where(eq(businesses.id, id))
  return row ?? null
}

const isStoredCertificate = and(
  eq(verificationDocuments.kind, businessFactCertificateDocumentKind),
  isNotNull(verificationDocuments.fileBucketUrl),
)

/** The stored certificates of checks, oldest first, their file names still sealed. */
export function listCertificatesOfFactChecks(db: Database, checkIds: string[]) {
  const { id, factCheckId, fileName, uploadedAt } = verificationDocuments
  return db
    .select({ id, factCheckId, fileName, uploadedAt })
    .from(verificationDocuments)
    .where(and(isStoredCertificate, inArray(factCheckId, checkIds)))
    .orderBy(asc(uploadedAt), asc(id))
}

export async function countCertificatesOfFactCheck(db: Database, checkId: string): Promise<number> {
  return db.$count(verificationDocuments, and(isStoredCertificate, eq(verificationDocuments.factCheckId, checkId)))
}

/** Clears certificates, keeping only their kind and dates. Returns the keys of the files to delete. */
export async function clearFactCertificates(
  transaction: Database,
  which: { checkId: string } | { ids: string[] },
): Promise<string[]> {
  const own =
    'checkId' in which
      ? eq(verificationDocuments.factCheckId, which.checkId)
      : inArray(verificationDocuments.id, which.ids)
  const stored = await transaction
    .select({ id: verificationDocuments.id, key: verificationDocuments.fileBucketUrl })
    .from(verificationDocuments)
    .where(and(isStoredCertificate, own))
    .for('update')
  if (stored.length === 0) return []
  await transaction
    .update(verificationDocuments)
    .set({ fileBucketUrl: null, fileName: null, mediaType: null, size: null, deletedAt: sql`now()` })
    .where(
      inArray(
        verificationDocuments.id,
        stored.map(({ id }) => id),
      ),
    )
  return stored.flatMap(({ key }) => (key ? [key] : []))
}

/**
 * A page of the certificates that nobody needs any more, by id: so many days after the decision, and at once where the owner has
 * changed what they asked about, or it has ended.
 */
export async function listFactCertificatesToDelete(
  db: Database,
  { days, after, most }: { days: number; after: string | null; most: number },
): Promise<{ id: string; profileId: string }[]> {
  return queryRows(
    db,
    sql`
      SELECT d.id, d.profile_id AS "profileId"
      FROM verification_documents d LEFT JOIN fact_checks c ON c.id = d.fact_check_id
      WHERE d.kind = ${businessFactCertificateDocumentKind} AND d.file_bucket_url IS NOT NULL ${after ? sql`AND d.id > ${after}` : sql``}
        AND (
          c.id IS NULL
          OR c.decided_at <= now() - make_interval(days => ${days}::int)
          OR (c.decided_at IS NULL AND NOT EXISTS (
            SELECT FROM (${statedFacts(sql`c.business_id`)}) f
            WHERE f.fact = c.fact AND f.value = c.value AND coalesce(f.ends_on >= ${today}, true)))
        )
      ORDER BY d.id LIMIT ${most}`,
  )
}

/** The checks of an owner's businesses, for the copy of their data. */
export function listFactChecksOfOwner(db: Database, ownerId: string) {
  const { businessId, fact, value, businessName, place, tradeIds, askedAt, decidedAt, method, until, words } =
    factChecks
  return db
    .select({ businessId, fact, value, businessName, place, tradeIds, askedAt, decidedAt, method, until, words })
    .from(factChecks)
    .innerJoin(businesses, eq(businesses.id, businessId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(asc(askedAt))
}
