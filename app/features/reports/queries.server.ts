import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { businesses, businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import { podcasts } from '#app/features/podcasts/tables.server.ts'
import type { StaffDecisionSubject } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type KeysetPage, type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import { toPicture } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { releaseSubmissionIdempotencyKey } from '#app/platform/.server/database/submission-keys.ts'
import type { ContentReportInput } from './form-schema.ts'
import type { ReportAnswerLinkPayload } from './links.server.ts'
import {
  type ContentReportReason,
  type ContentReportReasonCount,
  type ListedReportedItem,
  type ModerationMeasure,
  type ReportFilter,
  type ReportObjectionOutcome,
  type ReportState,
  type ReportSubjectType,
  type ReportSubjectView,
  reportObjectionDays,
  type StaffReportOfItemView,
} from './model.ts'
import { reportDecisions, reportItems, reportObjections, reports } from './tables.server.ts'

/** How long texts are kept after the last decision. */
const keptFor = sql`interval '1 year'`

const isObjectionOpen = sql<boolean>`EXISTS (
  SELECT FROM report_contests c WHERE c.item_id = ${reportItems.id} AND c.decided_at IS NULL)`

/** What is reported, as it is now; all but the type are null once it is gone. */
const subjects = new QueryBuilder()
  .select({
    itemId: reportItems.id,
    type: reportItems.subjectType,
    businessName: businesses.name,
    businessSlug: businesses.businessSlug,
    podcastTitle: podcasts.title,
    podcastSlug: podcasts.slug,
    pictureKey: businessGalleryImages.imageBucketUrl,
    width: businessGalleryImages.width,
    height: businessGalleryImages.height,
    colour: businessGalleryImages.colour,
    ownerId: sql<string | null>`coalesce(${businesses.profileId}, ${podcasts.hostProfileId})`.as('owner_id'),
  })
  .from(reportItems)
  .leftJoin(businesses, eq(businesses.id, reportItems.businessId))
  .leftJoin(podcasts, eq(podcasts.id, reportItems.subjectId))
  .leftJoin(businessGalleryImages, eq(businessGalleryImages.id, reportItems.subjectId))
  .as('subjects')

const { itemId: subjectItem, ownerId, ...subjectColumns } = subjects._.selectedFields

interface SubjectRow {
  type: ReportSubjectType
  businessName: string | null
  businessSlug: string | null
  podcastTitle: string | null
  podcastSlug: string | null
  pictureKey: string | null
  width: number | null
  height: number | null
  colour: string | null
}

function viewSubject(row: SubjectRow): ReportSubjectView {
  const { type, businessName, businessSlug, podcastTitle, podcastSlug, pictureKey, width, height, colour } = row
  const path = businessSlug ? `/business/${businessSlug}` : podcastSlug ? `/podcasts/${podcastSlug}` : null
  const hasPicture = pictureKey && width && height && colour
  return {
    type,
    name: businessName ?? podcastTitle,
    path,
    picture: hasPicture ? toPicture('gallery', { key: pictureKey, width, height, colour }).src : null,
  }
}

/** Finds the id and the owner of a listing or podcast by its slug; null if there is none. */
export async function findReportSubjectBySlug(
  db: Database,
  { type, slug }: { type: 'business' | 'podcast'; slug: string },
): Promise<{ id: string; ownerId: string | null } | null> {
  const [row] =
    type === 'business'
      ? await db
          .select({ id: businesses.id, ownerId: businesses.profileId })
          .from(businesses)
          .where(eq(businesses.businessSlug, slug))
      : await db
          .select({ id: podcasts.id, ownerId: podcasts.hostProfileId })
          .from(podcasts)
          .where(eq(podcasts.slug, slug))
  return row ?? null
}

/**
 * Stores a report under the open item of its subject, which it creates where there is none. False if the same report was stored
 * already: of two who do this at once, one stores it.
 */
export async function insertContentReport(
  transaction: Database,
  subject: { type: ReportSubjectType; id: string; businessId: string | null },
  { reason, words, email }: Pick<ContentReportInput, 'reason' | 'words' | 'email'>,
  origin: { profileId: string | null; isOwn: boolean; submissionKey: string },
): Promise<boolean> {
  await releaseSubmissionIdempotencyKey(transaction, reports, origin.submissionKey)
  const [item] = await transaction
    .insert(reportItems)
    .values({ subjectType: subject.type, subjectId: subject.id, businessId: subject.businessId })
    .onConflictDoUpdate({
      target: [reportItems.subjectType, reportItems.subjectId],
      targetWhere: sql`closed_at IS NULL`,
      set: { lastReportedAt: sql`now()` },
    })
    .returning({ id: reportItems.id })
  if (!item) throw new Error('the item was not written')
  const rows = await transaction
    .insert(reports)
    .values({ itemId: item.id, reason, words, email, ...origin })
    .onConflictDoNothing({ target: reports.submissionKey })
    .returning({ id: reports.id })
  if (rows.length === 0) {
    await transaction.delete(reportItems).where(and(eq(reportItems.id, item.id), eq(reportItems.reportCount, 0)))
    return false
  }
  await transaction
    .update(reportItems)
    .set({ reportCount: sql`${reportItems.reportCount} + 1` })
    .where(eq(reportItems.id, item.id))
  return true
}

/** Number of what waits for a decision: reported things, appeals and complaints. */
export async function countWaitingReportsAndObjections(db: Database): Promise<number> {
  const items = await db.$count(reportItems, isNull(reportItems.closedAt))
  return items + (await db.$count(reportObjections, isNull(reportObjections.decidedAt)))
}

const inState: Record<ReportState, SQL> = {
  open: sql`${reportItems.closedAt} IS NULL`,
  contested: isObjectionOpen,
  decided: sql`${reportItems.closedAt} IS NOT NULL`,
}

/** A page of the reported things, the last reported first. */
export async function listReportedItems(
  db: Database,
  { state, type }: ReportFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ListedReportedItem>> {
  const by = { at: reportItems.lastReportedAt, id: reportItems.id, latestFirst: true }
  const { beyond, order } = keysetPageWhereAndOrderSql(by, pageRequest)
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(reportItems.lastReportedAt), id: reportItems.id },
      subject: subjectColumns,
      id: reportItems.id,
      reports: reportItems.reportCount,
      reasons: sql<
        ContentReportReason[]
      >`ARRAY(SELECT DISTINCT r.reason FROM reports r WHERE r.item_id = ${reportItems.id} ORDER BY 1)`,
      lastReportedAt: reportItems.lastReportedAt,
      isOpen: sql<boolean>`${reportItems.closedAt} IS NULL`,
      objections: sql<number>`(
        SELECT count(*)::int FROM report_contests c WHERE c.item_id = ${reportItems.id} AND c.decided_at IS NULL)`,
      isOwn: sql<boolean>`EXISTS (SELECT FROM reports r WHERE r.item_id = ${reportItems.id} AND r.is_own)`,
    })
    .from(reportItems)
    .innerJoin(subjects, eq(subjectItem, reportItems.id))
    .where(and(type ? eq(reportItems.subjectType, type) : undefined, state ? inState[state] : undefined, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(
    rows.map(({ place, id, reports, reasons, lastReportedAt, isOpen, objections, isOwn, subject }) => ({
      place,
      id,
      subject: viewSubject(subject),
      reports,
      reasons,
      lastReportedAt,
      isOpen,
      objections,
      isOwn,
    })),
    pageRequest,
  )
}

/** Finds a reported thing; null if there is none. */
export async function findReportedItem(db: Database, id: string) {
  const [row] = await db
    .select({
      subject: subjectColumns,
      id: reportItems.id,
      count: reportItems.reportCount,
      isOpen: sql<boolean>`${reportItems.closedAt} IS NULL`,
      businessId: reportItems.businessId,
      subjectId: reportItems.subjectId,
      restOf: reportItems.restOf,
      ownerId,
    })
    .from(reportItems)
    .innerJoin(subjects, eq(subjectItem, reportItems.id))
    .where(eq(reportItems.id, id))
  if (!row) return null
  const { count, isOpen, ownerId: owner, id: itemId, businessId, subjectId, restOf, subject } = row
  const judged: StaffDecisionSubject = {
    reportItem: itemId,
    business: businessId,
    podcast: subject.type === 'podcast' ? subjectId : null,
  }
  return { id: itemId, count, isOpen, ownerId: owner, judged, subjectId, restOf, subject: viewSubject(subject) }
}

/** Locks a reported thing until the transaction ends; null if there is none. */
export async function lockReportedItem(transaction: Database, id: string) {
  const [row] = await transaction.select().from(reportItems).where(eq(reportItems.id, id)).for('update')
  return row ?? null
}

/** What a decision about an item is about, and the owner as it is now; null if it is gone or has none. */
export async function getReportDecisionSubject(
  db: Database,
  itemId: string,
): Promise<{ judged: StaffDecisionSubject; ownerId: string | null }> {
  const item = await findReportedItem(db, itemId)
  return { judged: item?.judged ?? { reportItem: itemId }, ownerId: item?.ownerId ?? null }
}

/** Reports on a page of an item. */
export const reportsPerPageOfItem = 100

/**
 * A page of the reports about an item: first of each member, then of each address, then what is repeated or leaves no address; of each
 * kind the newest first. So nobody pushes others to later pages by sending many.
 */
export async function listReportsOfItem(db: Database, itemId: string, page: number): Promise<StaffReportOfItemView[]> {
  const { reason, words, email, profileId, isOwn, createdAt } = reports
  const sender = sql`coalesce(${profileId}::text, lower(${email}))`
  const isFirst = sql`row_number() OVER (PARTITION BY ${sender} ORDER BY ${createdAt}, ${reports.id}) = 1`
  return db
    .select({
      id: reports.id,
      reason,
      words,
      wantsAnswer: sql<boolean>`${email} IS NOT NULL`,
      isMember: sql<boolean>`${profileId} IS NOT NULL`,
      isOwn,
      createdAt,
    })
    .from(reports)
    .where(eq(reports.itemId, itemId))
    .orderBy(
      sql`CASE WHEN ${sender} IS NULL OR NOT ${isFirst} THEN 3 WHEN ${profileId} IS NOT NULL THEN 1 ELSE 2 END`,
      desc(createdAt),
      desc(reports.id),
    )
    .limit(reportsPerPageOfItem)
    .offset((page - 1) * reportsPerPageOfItem)
}

/** How many reports about an item give which reason, from how many members and addresses; those of most people first. */
export async function countContentReportReasons(db: Database, itemId: string): Promise<ContentReportReasonCount[]> {
  const members = sql<number>`count(DISTINCT ${reports.profileId})::int`
  const addresses = sql<number>`count(DISTINCT lower(${reports.email}))::int`
  return db
    .select({ reason: reports.reason, reports: sql<number>`count(*)::int`, members, addresses })
    .from(reports)
    .where(eq(reports.itemId, itemId))
    .groupBy(reports.reason)
    .orderBy(desc(members), desc(addresses), desc(sql`count(*)`), reports.reason)
}

/** Which of these reports belong to an item. */
export async function listShownReportIdsOfItem(db: Database, itemId: string, shown: string[]): Promise<string[]> {
  if (shown.length === 0) return []
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.itemId, itemId), inArray(reports.id, shown)))
  return rows.map(({ id }) => id)
}

/** The item about the same thing that waits; null if there is none. */
export async function findOpenReportedItemIdOfSubject(
  db: Database,
  { subjectType, subjectId }: Pick<Item, 'subjectType' | 'subjectId'>,
): Promise<string | null> {
  const [row] = await db
    .select({ id: reportItems.id })
    .from(reportItems)
    .where(
      and(eq(reportItems.subjectType, subjectType), eq(reportItems.subjectId, subjectId), isNull(reportItems.closedAt)),
    )
  return row?.id ?? null
}

/** Leaves the reports about a closed item that its decision does not cover to an item of their own, which waits. */
export async function moveUndecidedReportsToNewItem(
  transaction: Database,
  item: Item,
  covered: string[],
): Promise<void> {
  const isLeft = and(eq(reports.itemId, item.id), covered.length > 0 ? notInArray(reports.id, covered) : undefined)
  const [left] = await transaction
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<Date>`max(${reports.createdAt})`.mapWith(reports.createdAt),
    })
    .from(reports)
    .where(isLeft)
  if (!left?.count) return
  const { subjectType, subjectId, businessId } = item
  const [rest] = await transaction
    .insert(reportItems)
    .values({
      subjectType,
      subjectId,
      businessId,
      restOf: item.restOf ?? item.id,
      reportCount: left.count,
      lastReportedAt: left.last,
    })
    .returning({ id: reportItems.id })
  if (!rest) throw new Error('the rest was not written')
  await transaction.update(reports).set({ itemId: rest.id }).where(isLeft)
  await transaction
    .update(reportItems)
    .set({ reportCount: sql`${reportItems.reportCount} - ${left.count}` })
    .where(eq(reportItems.id, item.id))
}

/**
 * Ids of the reports about an item whose authors are answered: of those that were decided the first of each address, and none of an
 * address that was answered about what this is the rest of.
 */
export async function listReportIdsToAnswer(db: Database, item: Item, covered: string[]): Promise<string[]> {
  if (covered.length === 0) return []
  const address = sql`lower(${reports.email})`
  const rows = await db
    .selectDistinctOn([address], { id: reports.id })
    .from(reports)
    .where(
      and(
        inArray(reports.id, covered),
        isNotNull(reports.email),
        item.restOf
          ? sql`NOT EXISTS (
              SELECT FROM report_items answered JOIN reports before ON before.item_id = answered.id
              WHERE answered.subject_id = ${item.subjectId} AND answered.id <> ${item.id} AND answered.closed_at IS NOT NULL
                AND (answered.id = ${item.restOf} OR answered.rest_of = ${item.restOf})
                AND lower(before.email) = lower("reports"."email"))`
          : undefined,
      ),
    )
    .orderBy(address, asc(reports.createdAt), asc(reports.id))
  return rows.map(({ id }) => id)
}

const decider = alias(profiles, 'decider')

/** `firstName` comes first because it is never null: Drizzle uses it to detect a left join without a match. */
const deciderName = { firstName: decider.firstName, lastName: decider.lastName, displayName: decider.displayName }

/** The decisions about an item, the last first. */
export async function listReportDecisionsOfItem(db: Database, itemId: string) {
  const rows = await db
    .select({
      id: reportDecisions.id,
      measure: reportDecisions.measure,
      rule: reportDecisions.rule,
      answer: reportDecisions.answer,
      notice: reportDecisions.notice,
      decider: deciderName,
      decidedAt: reportDecisions.decidedAt,
      isDecidedAlone: reportDecisions.isDecidedAlone,
    })
    .from(reportDecisions)
    .leftJoin(decider, eq(decider.id, reportDecisions.decidedBy))
    .where(eq(reportDecisions.itemId, itemId))
    .orderBy(desc(reportDecisions.decidedAt), desc(reportDecisions.id))
  return rows.map(({ decider: name, ...row }) => ({ ...row, decidedBy: name && memberNameForStaff(name) }))
}

/** The appeals and complaints about an item, the last first. */
export async function listReportObjectionsOfItem(db: Database, itemId: string) {
  const rows = await db
    .select({
      id: reportObjections.id,
      kind: reportObjections.kind,
      words: reportObjections.words,
      createdAt: reportObjections.createdAt,
      outcome: reportObjections.outcome,
      answer: reportObjections.answer,
      decider: deciderName,
      decidedAt: reportObjections.decidedAt,
      isDecidedAlone: reportObjections.isDecidedAlone,
    })
    .from(reportObjections)
    .leftJoin(decider, eq(decider.id, reportObjections.decidedBy))
    .where(eq(reportObjections.itemId, itemId))
    .orderBy(desc(reportObjections.createdAt), desc(reportObjections.id))
  return rows.map(({ decider: name, ...row }) => ({ ...row, decidedBy: name && memberNameForStaff(name) }))
}

/** Whether somebody made the last decision about an item, which then was wrong. */
export const hasMadeLastReportDecisionSql = (itemId: string) => (person: SQL) =>
  sql`EXISTS (
  SELECT FROM (
    SELECT d.decided_by FROM report_decisions d WHERE d.item_id = ${itemId}::uuid ORDER BY d.decided_at DESC, d.id DESC LIMIT 1
  ) d WHERE d.decided_by = ${person})`

/** Whether somebody made the decision that an appeal or a complaint is about. */
export const hasMadeObjectedReportDecisionSql = (objectionId: string) => (person: SQL) =>
  sql`EXISTS (
  SELECT FROM report_contests k JOIN report_decisions d ON d.id = k.decision_id
  WHERE k.id = ${objectionId}::uuid AND d.decided_by = ${person})`

export async function insertReportDecision(
  transaction: Database,
  decision: typeof reportDecisions.$inferInsert,
): Promise<string> {
  const [row] = await transaction.insert(reportDecisions).values(decision).returning({ id: reportDecisions.id })
  if (!row) throw new Error('the decision was not written')
  return row.id
}

export async function closeReportedItem(transaction: Database, id: string): Promise<void> {
  await transaction.update(reportItems).set({ closedAt: sql`now()` }).where(eq(reportItems.id, id))
}

type Item = typeof reportItems.$inferSelect

/** Returns an item to the queue. What was reported about the same thing since, and still waits, is decided with it. */
export async function reopenReportedItem(transaction: Database, { id, subjectType, subjectId }: Item): Promise<void> {
  const [since] = await transaction
    .select()
    .from(reportItems)
    .where(
      and(
        ne(reportItems.id, id),
        eq(reportItems.subjectType, subjectType),
        eq(reportItems.subjectId, subjectId),
        isNull(reportItems.closedAt),
      ),
    )
    .for('update')
  if (since) {
    for (const table of [reports, reportDecisions, reportObjections]) {
      await transaction.update(table).set({ itemId: id }).where(eq(table.itemId, since.id))
    }
    await transaction.delete(reportItems).where(eq(reportItems.id, since.id))
  }
  await transaction
    .update(reportItems)
    .set({
      closedAt: null,
      ...(since && {
        reportCount: sql`${reportItems.reportCount} + ${since.reportCount}`,
        lastReportedAt: since.lastReportedAt,
      }),
    })
    .where(eq(reportItems.id, id))
}

/** Whether a listing or podcast is hidden by a decision other than this one, too, against which no appeal was right. */
export async function isHiddenByOtherReportDecision(
  db: Database,
  { businessId, subjectId }: Item,
  decisionId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: reportDecisions.id })
    .from(reportDecisions)
    .innerJoin(reportItems, eq(reportItems.id, reportDecisions.itemId))
    .where(
      and(
        businessId ? eq(reportItems.businessId, businessId) : eq(reportItems.subjectId, subjectId),
        ne(reportDecisions.id, decisionId),
        eq(reportDecisions.measure, 'hide'),
        sql`NOT EXISTS (SELECT FROM report_contests c WHERE c.decision_id = ${reportDecisions.id}
          AND c.kind = 'appeal' AND c.outcome = 'changed')`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

const isInTime = sql<boolean>`${reportDecisions.decidedAt} > now() - make_interval(days => ${reportObjectionDays})`
const appealEndsAt = sql<Date>`${reportDecisions.decidedAt} + make_interval(days => ${reportObjectionDays})`.mapWith(
  reportDecisions.decidedAt,
)

/** Finds a decision that somebody was told about as the owner, and locks it until the transaction ends; null if it is not theirs. */
export async function lockReportDecisionOfOwner(transaction: Database, id: string, owner: string) {
  const [row] = await transaction
    .select({ id: reportDecisions.id, itemId: reportDecisions.itemId, isInTime })
    .from(reportDecisions)
    .where(and(eq(reportDecisions.id, id), eq(reportDecisions.ownerId, owner)))
    .for('update')
  return row ?? null
}

/** Stores an appeal or a complaint; false if there is one already. */
export async function insertReportObjection(
  transaction: Database,
  objection: typeof reportObjections.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(reportObjections)
    .values(objection)
    .onConflictDoNothing()
    .returning({ id: reportObjections.id })
  return rows.length > 0
}

/** Finds an appeal or a complaint with the decision it is about, and locks it until the transaction ends. */
export async function lockReportObjection(transaction: Database, id: string) {
  const [row] = await transaction
    .select({
      id: reportObjections.id,
      itemId: reportObjections.itemId,
      kind: reportObjections.kind,
      decidedAt: reportObjections.decidedAt,
      decisionId: reportObjections.decisionId,
      measure: reportDecisions.measure,
    })
    .from(reportObjections)
    .innerJoin(reportDecisions, eq(reportDecisions.id, reportObjections.decisionId))
    .where(eq(reportObjections.id, id))
    .for('update', { of: reportObjections })
  return row ?? null
}

export async function writeReportObjectionDecision(
  transaction: Database,
  id: string,
  decision: { outcome: ReportObjectionOutcome; answer: string; decidedBy: string; isDecidedAlone: boolean },
): Promise<void> {
  await transaction
    .update(reportObjections)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(eq(reportObjections.id, id))
}

/**
 * A report with the decision that answers it; null while there is none. That is the last about its item while nothing is open there. Until
 * then a report that was answered keeps its answer, though others are decided again without it.
 */
export async function findAnsweredReport(db: Database, { reportId, decisionId }: ReportAnswerLinkPayload) {
  const isOfItem = eq(reportDecisions.itemId, reports.itemId)
  const [row] = await db
    .select({
      reportId: reports.id,
      itemId: reportDecisions.itemId,
      email: reports.email,
      subjectType: reportItems.subjectType,
      businessName: subjects.businessName,
      podcastTitle: subjects.podcastTitle,
      decisionId: reportDecisions.id,
      measure: reportDecisions.measure,
      answer: reportDecisions.answer,
      decidedAt: reportDecisions.decidedAt,
      isInTime,
      isContested: sql<boolean>`EXISTS (SELECT FROM report_contests c WHERE c.report_id = ${reports.id})`,
    })
    .from(reports)
    .innerJoin(reportItems, eq(reportItems.id, reports.itemId))
    .innerJoin(
      reportDecisions,
      or(isOfItem, decisionId ? eq(reportDecisions.id, decisionId) : eq(reportDecisions.itemId, reportItems.restOf)),
    )
    .innerJoin(subjects, eq(subjectItem, reportItems.id))
    .where(eq(reports.id, reportId))
    .orderBy(
      sql`${isOfItem} AND ${reportItems.closedAt} IS NOT NULL DESC`,
      ...(decisionId ? [desc(eq(reportDecisions.id, decisionId))] : []),
      desc(isOfItem),
      desc(reportDecisions.decidedAt),
    )
    .limit(1)
  if (!row) return null
  const { businessName, podcastTitle, ...answered } = row
  return { ...answered, subjectName: businessName ?? podcastTitle }
}

/** What an owner was told, the last first. Nothing of it comes from a report. */
export async function listModerationNoticesOfOwner(db: Database, owner: string) {
  const rows = await db
    .select({
      subject: subjectColumns,
      id: reportDecisions.id,
      measure: reportDecisions.measure,
      rule: reportDecisions.rule,
      notice: reportDecisions.notice,
      decidedAt: reportDecisions.decidedAt,
      appealEndsAt,
      isInTime,
      appeal: {
        sentAt: reportObjections.createdAt,
        words: reportObjections.words,
        outcome: reportObjections.outcome,
        answer: reportObjections.answer,
      },
    })
    .from(reportDecisions)
    .innerJoin(reportItems, eq(reportItems.id, reportDecisions.itemId))
    .innerJoin(subjects, eq(subjectItem, reportItems.id))
    .leftJoin(
      reportObjections,
      and(eq(reportObjections.decisionId, reportDecisions.id), eq(reportObjections.kind, 'appeal')),
    )
    .where(eq(reportDecisions.ownerId, owner))
    .orderBy(desc(reportDecisions.decidedAt), desc(reportDecisions.id))
  return rows.map(
    ({ id, measure, rule, notice, decidedAt, appealEndsAt: until, isInTime: inTime, appeal, subject }) => ({
      id,
      subject: viewSubject(subject),
      measure: measure as ModerationMeasure,
      rule,
      notice,
      decidedAt,
      appealEndsAt: inTime && !appeal ? until : null,
      appeal,
    }),
  )
}

/** A decision with its owner, for the email to them; null once they are gone. */
export async function findModerationNoticeOfDecision(db: Database, decisionId: string) {
  const [row] = await db
    .select({ ownerId: reportDecisions.ownerId })
    .from(reportDecisions)
    .where(eq(reportDecisions.id, decisionId))
  if (!row?.ownerId) return null
  const notice = (await listModerationNoticesOfOwner(db, row.ownerId)).find(({ id }) => id === decisionId)
  return notice ? { ...notice, ownerId: row.ownerId } : null
}

/** A decided appeal or complaint with the person to tell; null while it waits. */
export async function findReportObjectionAnswer(db: Database, id: string) {
  const [row] = await db
    .select({
      kind: reportObjections.kind,
      outcome: reportObjections.outcome,
      answer: reportObjections.answer,
      profileId: reportObjections.profileId,
      email: reports.email,
      measure: reportDecisions.measure,
    })
    .from(reportObjections)
    .innerJoin(reportDecisions, eq(reportDecisions.id, reportObjections.decisionId))
    .leftJoin(reports, eq(reports.id, reportObjections.reportId))
    .where(eq(reportObjections.id, id))
  if (!row?.outcome || !row.answer) return null
  const { kind, profileId, outcome, answer, ...rest } = row
  return { ...rest, kind, outcome, answer, ownerId: kind === 'appeal' ? profileId : null }
}

/**
 * Deletes what people wrote about items that were decided a year ago, their email addresses, and whose account it was. The bare facts
 * stay.
 */
export async function deleteOldReportTexts(db: Database): Promise<void> {
  const old = sql`(SELECT i.id FROM report_items i WHERE i.closed_at < now() - ${keptFor} AND NOT EXISTS (
    SELECT FROM report_contests c WHERE c.item_id = i.id AND (c.decided_at IS NULL OR c.decided_at > now() - ${keptFor})))`
  await db
    .update(reports)
    .set({ words: null, email: null, profileId: null })
    .where(
      and(
        sql`${reports.itemId} IN ${old}`,
        sql`num_nonnulls(${reports.words}, ${reports.email}, ${reports.profileId}) > 0`,
      ),
    )
  const { words, answer, profileId } = reportObjections
  await db
    .update(reportObjections)
    .set({ words: null, answer: null, profileId: null })
    .where(and(sql`${reportObjections.itemId} IN ${old}`, sql`num_nonnulls(${words}, ${answer}, ${profileId}) > 0`))
  const { answer: told, notice, ownerId } = reportDecisions
  await db
    .update(reportDecisions)
    .set({ answer: null, notice: null, ownerId: null })
    .where(and(sql`${reportDecisions.itemId} IN ${old}`, sql`num_nonnulls(${told}, ${notice}, ${ownerId}) > 0`))
}

/** What a member reported while signed in, oldest first, with the answers. */
export function listReportsByMember(db: Database, userId: string) {
  return db
    .select({
      about: reportItems.subjectType,
      reason: reports.reason,
      words: reports.words,
      email: reports.email,
      createdAt: reports.createdAt,
      answer: reportDecisions.answer,
      decidedAt: reportDecisions.decidedAt,
      complaint: reportObjections.words,
      answerToComplaint: reportObjections.answer,
    })
    .from(reports)
    .innerJoin(reportItems, eq(reportItems.id, reports.itemId))
    .leftJoin(reportDecisions, eq(reportDecisions.itemId, reports.itemId))
    .leftJoin(reportObjections, eq(reportObjections.reportId, reports.id))
    .where(eq(reports.profileId, userId))
    .orderBy(asc(reports.createdAt))
}

/** Number of reports by a member who was signed in. */
export function countReportsByMember(db: Database, userId: string): Promise<number> {
  return db.$count(reports, eq(reports.profileId, userId))
}

export async function deleteReportsByMember(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(reports).where(eq(reports.profileId, userId))
}

/** Deletes what was written to an owner about their content, and what they appealed with. */
export async function deleteModerationNoticesOfOwner(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(reportObjections).where(eq(reportObjections.profileId, userId))
  await transaction
    .update(reportDecisions)
    .set({ notice: null, ownerId: null })
    .where(eq(reportDecisions.ownerId, userId))
}
