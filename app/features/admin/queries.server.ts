import { and, eq, isNotNull, isNull, lt, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { businesses, businessTrades } from '#app/features/businesses/tables.server.ts'
import {
  currentVerificationStatusIdSql,
  hasVerificationBecomePublicSql,
  profiles,
} from '#app/features/profile/tables.server.ts'
import { decidedVerificationStatuses } from '#app/features/reference/rules.ts'
import {
  armedForcesBranchesTable,
  doesVerificationStatusListBusinessesSql,
  industriesTable,
  militaryRelationshipTypesTable,
  trades,
  userTypes,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import { reportItems, reportObjections } from '#app/features/reports/tables.server.ts'
import {
  hasMadeWaitingBasisRecordSql,
  hasWaitingVerificationBasisRecordSql,
  isReviewerExcludedFromCaseSql,
} from '#app/features/verification/decisions/policy.server.ts'
import { hasVerificationNameChangeSql } from '#app/features/verification/names/policy.server.ts'
import { verificationCaseClaimMinutes } from '#app/features/verification/rules.ts'
import { verificationDecisions, verifications } from '#app/features/verification/tables.server.ts'
import { type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { RemovedTradeWithBusinessCount } from './model.ts'
import type { VerificationQueueOrder } from './rules.ts'

/** Row counts of the three tables. Each is scanned in full, so this is slow at national scale. */
export async function countAdminTotals(
  db: Database,
): Promise<{ users: number; businesses: number; verifications: number }> {
  const [row] = await queryRows<{ users: number; businesses: number; verifications: number }>(
    db,
    sql`SELECT (SELECT count(*)::int FROM ${profiles}) AS users, (SELECT count(*)::int FROM ${businesses}) AS businesses,
          (SELECT count(*)::int FROM ${verifications}) AS verifications`,
  )
  return row ?? { users: 0, businesses: 0, verifications: 0 }
}

/** Lists the trades that were removed and are on businesses, listed or not, by name. */
export function listRemovedTradesStillOnBusinesses(db: Database): Promise<RemovedTradeWithBusinessCount[]> {
  return db
    .select({ id: trades.id, name: trades.name, businesses: sql<number>`count(*)::int` })
    .from(trades)
    .innerJoin(businessTrades, eq(businessTrades.tradeId, trades.id))
    .where(isNotNull(trades.removedAt))
    .groupBy(trades.id)
    .orderBy(trades.name)
}

/** Condition for being in the queue: submitted and not decided. */
const isPending = and(
  isNotNull(verifications.queuedAt),
  or(isNull(verificationStatusesTable.name), notInArray(verificationStatusesTable.name, decidedVerificationStatuses)),
)

const isClaimed = sql<boolean>`coalesce(${verifications.claimedAt} > now() - make_interval(mins => ${verificationCaseClaimMinutes}), false)`

export async function countPendingVerifications(db: Database): Promise<number> {
  const [waiting] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(isPending)
  return waiting?.count ?? 0
}

/** Submission times of the waiting cases that were submitted before a given time. */
export async function listSubmissionTimesOfWaitingCases(db: Database, before: Date): Promise<Date[]> {
  const rows = await db
    .select({ queuedAt: verifications.queuedAt })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(and(isPending, lt(verifications.queuedAt, before)))
  return rows.flatMap(({ queuedAt }) => queuedAt ?? [])
}

/** A version string of the queue. PostgreSQL sets `xmin` anew with each change of a row. */
export async function changeVersionOfVerificationQueue(db: Database): Promise<string> {
  const row = sql`${verifications.id} || ':' || ${verifications}.xmin::text`
  const [found] = await db
    .select({ version: sql<string>`md5(coalesce(string_agg(${row}, ',' ORDER BY ${verifications.id}), ''))` })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(isPending)
  const [reported] = await db
    .select({
      version: sql<string>`count(*) || '.' || coalesce(sum(${reportItems.reportCount}), 0) || '.' || (
        SELECT count(*) FROM ${reportObjections} c WHERE c.decided_at IS NULL)`,
    })
    .from(reportItems)
    .where(isNull(reportItems.closedAt))
  return `${found?.version ?? ''}.${reported?.version ?? ''}`
}

const reviewer = alias(profiles, 'reviewer')

/** What a waiting case is about that is not a submission: an appeal, or a reopening. */
const objection = sql<'appealed' | 'reopened' | null>`(
  SELECT CASE WHEN d.decision IN ('appealed', 'reopened') THEN d.decision END FROM ${verificationDecisions} d
  WHERE d.profile_id = ${verifications.profileId} AND d.decided_at >= ${verifications.createdAt}
    AND d.decision NOT IN ('more-needed', 'confirmed')
  ORDER BY d.decided_at DESC, d.id DESC LIMIT 1)`

/** A page of the queue, as one of the staff sees it. */
export async function listVerificationQueue(
  db: Database,
  actor: Actor,
  order: VerificationQueueOrder,
  pageRequest: KeysetPageRequest,
) {
  const by = { at: verifications.queuedAt, id: verifications.id, latestFirst: order === 'newest' }
  const { beyond, order: sorted } = keysetPageWhereAndOrderSql(by, pageRequest)
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(verifications.queuedAt), id: verifications.id },
      id: verifications.id,
      profileId: verifications.profileId,
      member: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
      serviceBranch: armedForcesBranchesTable.name,
      relationshipType: militaryRelationshipTypesTable.name,
      business: businesses.name,
      queuedAt: verifications.queuedAt,
      isClaimed,
      objection,
      isLeftToOthers: isReviewerExcludedFromCaseSql(actor),
      hasRecorded: hasMadeWaitingBasisRecordSql(sql`${actor.userId}::uuid`),
      isRecorded: hasWaitingVerificationBasisRecordSql,
      hasNewName: hasVerificationNameChangeSql,
      claimedBy: verifications.claimedBy,
      claimant: {
        firstName: reviewer.firstName,
        lastName: reviewer.lastName,
        displayName: reviewer.displayName,
      },
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(reviewer, eq(reviewer.id, verifications.claimedBy))
    .leftJoin(armedForcesBranchesTable, eq(armedForcesBranchesTable.id, verifications.serviceBranchId))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, verifications.militaryRelationshipTypeId),
    )
    .leftJoin(businesses, eq(businesses.id, sql`coalesce(${verifications.businessId}, ${profiles.businessId})`))
    .where(and(isPending, beyond))
    .orderBy(sorted)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}

/**
 * The next case after another in the queue that this reviewer can claim; starts from the top where no case is given, or
 * none follows it.
 */
export async function findNextClaimableCaseId(
  db: Database,
  { actor, order, current }: { actor: Actor; order: VerificationQueueOrder; current: string | null },
): Promise<string | null> {
  const { userId } = actor
  const falling = order === 'newest'
  const isBeyond = sql`(${verifications.queuedAt}, ${verifications.id}) ${falling ? sql`<` : sql`>`}
    (SELECT c.queued_at, c.id FROM verifications c WHERE c.id = ${current})`
  // Read in the order of its index, until one is found: who may decide a case is asked of no other.
  const findFirst = async (beyond: SQL | undefined): Promise<string | null> => {
    const [row] = await db
      .select({ id: verifications.id })
      .from(verifications)
      .innerJoin(profiles, eq(profiles.id, verifications.profileId))
      .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
      .where(
        and(
          isPending,
          beyond,
          ne(verifications.profileId, userId),
          not(isReviewerExcludedFromCaseSql(actor)),
          sql`NOT (${isClaimed} AND ${verifications.claimedBy} IS DISTINCT FROM ${userId})`,
        ),
      )
      .orderBy(
        falling
          ? sql`${verifications.queuedAt} DESC, ${verifications.id} DESC`
          : sql`${verifications.queuedAt}, ${verifications.id}`,
      )
      .limit(1)
    return row?.id ?? null
  }
  if (current === null) return findFirst(undefined)
  return (await findFirst(isBeyond)) ?? findFirst(ne(verifications.id, current))
}

/** A condition that matches a term anywhere in a folded text, ignoring case and accents. */
function contains(text: PgColumn | SQL, term: string): SQL {
  return sql`${text} LIKE contains_pattern(${term})`
}

/**
 * A condition that matches a term anywhere in an email address. A term with an `@` is looked up by what stands before it,
 * backwards: most of its trigrams are in most addresses, which share their domain.
 */
function emailContains(term: string): SQL {
  if (!/^[^@]+@[^@]*$/.test(term)) return contains(profiles.foldedEmail, term)
  // No index serves strpos. With LIKE PostgreSQL might use that of trigrams beside the other.
  return sql`(reverse(split_part(${profiles.foldedEmail}, '@', 1)) ^@ reverse(split_part(fold_text(${term}), '@', 1))
    AND strpos(${profiles.foldedEmail}, fold_text(${term})) > 0)`
}

/** A condition that matches a term anywhere in a member's first and last name, or in the name that others see. */
function nameContains(term: string): SQL | undefined {
  return or(contains(profiles.foldedName, term), contains(sql`fold_text(${profiles.displayName})`, term))
}

/** A page of the businesses, newest first; a term is searched for in their name, city, and their owner's names and email address. */
export async function listBusinessesForStaff(db: Database, term: string | null, pageRequest: KeysetPageRequest) {
  const { beyond, order } = keysetPageWhereAndOrderSql(
    { at: businesses.createdAt, id: businesses.id, latestFirst: true },
    pageRequest,
  )
  const ids = (joined: SQL, matches: SQL | undefined) => sql`(
    SELECT ${businesses.createdAt} AS created_at, ${businesses.id} AS id FROM ${businesses} ${joined}
    WHERE ${and(matches, beyond) ?? sql`true`} ORDER BY ${order} LIMIT ${keysetPageSize + 1}
  )`
  const ofOwners = (kind: SQL) => sql`${kind} JOIN ${profiles} ON ${profiles.id} = ${businesses.profileId}`
  const found = term ? searchFor(term) : ids(sql``, undefined)
  function searchFor(term: string): SQL {
    const [own, ofEmail, ofName] = [contains(businesses.foldedText, term), emailContains(term), nameContains(term)]
    // No index of trigrams serves fewer than three characters: all is read, once.
    if (term.length < 3) return ids(ofOwners(sql`LEFT`), or(own, ofEmail, ofName))
    // Each searched column has its own index, so the matches are combined with a union.
    const ofOwner = ofOwners(sql``)
    return sql`${ids(sql``, own)} UNION ${ids(ofOwner, ofEmail)} UNION ${ids(ofOwner, ofName)}`
  }
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(businesses.createdAt), id: businesses.id },
      id: businesses.id,
      name: businesses.name,
      slug: businesses.businessSlug,
      city: businesses.city,
      industry: industriesTable.name,
      isActive: sql<boolean>`coalesce(${businesses.isActive}, true)`,
      isOwnerVerified: sql<boolean>`${doesVerificationStatusListBusinessesSql} AND ${hasVerificationBecomePublicSql}`,
      isOwnerApproved: doesVerificationStatusListBusinessesSql,
      isOwnerSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
      owner: {
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        displayName: profiles.displayName,
        email: profiles.personalEmail,
      },
      createdAt: businesses.createdAt,
    })
    .from(businesses)
    .innerJoin(sql`(${found}) AS found`, sql`found.id = ${businesses.id}`)
    .leftJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(industriesTable, eq(industriesTable.id, businesses.industryId))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}

/** A page of the members, newest first; a term is searched for in their names and email address. */
export async function listProfilesForStaff(db: Database, term: string | null, pageRequest: KeysetPageRequest) {
  const { beyond, order } = keysetPageWhereAndOrderSql(
    { at: profiles.createdAt, id: profiles.id, latestFirst: true },
    pageRequest,
  )
  const matches = term ? or(nameContains(term), emailContains(term)) : undefined
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(profiles.createdAt), id: profiles.id },
      id: profiles.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      displayName: profiles.displayName,
      email: profiles.personalEmail,
      userType: userTypes.name,
      verificationStatus: verificationStatusesTable.name,
      relationshipType: militaryRelationshipTypesTable.name,
      joinedAt: profiles.createdAt,
      isSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
      caseId: verifications.id,
    })
    .from(profiles)
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .innerJoin(userTypes, eq(userTypes.id, profiles.userTypeId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, profiles.militaryRelationshipTypeId),
    )
    .where(and(matches, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}
