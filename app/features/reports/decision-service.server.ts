import { deleteBusinessGalleryPictureAsStaff } from '#app/features/businesses/media-service.server.ts'
import { withhold as withholdBusiness } from '#app/features/businesses/service.server.ts'
import { withhold as withholdPodcast } from '#app/features/podcasts/service.server.ts'
import { getStaffConflictOfInterestLevel } from '#app/features/profile/policy.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { ReportDecisionInput, ReportObjectionDecisionInput } from './form-schema.ts'
import { sendModerationNoticeMail, sendReportAnswerMail, sendReportObjectionAnswerMail } from './mails.server.ts'
import { type ModerationMeasure, moderationMeasuresForSubjectType } from './model.ts'
import { canDecideReports } from './policy.server.ts'
import {
  closeReportedItem,
  countContentReportReasons,
  getReportDecisionSubject,
  hasMadeLastReportDecisionSql,
  hasMadeObjectedReportDecisionSql,
  insertReportDecision,
  isHiddenByOtherReportDecision,
  listReportIdsToAnswer,
  listShownReportIdsOfItem,
  lockReportedItem,
  lockReportObjection,
  moveUndecidedReportsToNewItem,
  reopenReportedItem,
  writeReportObjectionDecision,
} from './queries.server.ts'

/** Thrown to roll back the transaction when nothing is decided. */
class Undecided extends Error {
  readonly outcome: Exclude<ReportDecisionResult, 'done' | 'not-found'>

  constructor(outcome: Undecided['outcome']) {
    super('nothing was decided')
    this.outcome = outcome
  }
}

/** 'unread' means that the page showed none of what is to be decided now. */
export type ReportDecisionResult = 'done' | 'closed' | 'left-to-others' | 'no-picture' | 'unread' | 'not-found'

async function unlessUndecided(decide: () => Promise<ReportDecisionResult>): Promise<ReportDecisionResult> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return error.outcome
  }
}

/**
 * Decides about what was reported about one thing and the page showed: does what is to be done, answers each address that wants an answer
 * once and tells the owner, in one transaction. What the page did not show waits as an item of its own. Of two at once the second gets
 * 'closed'.
 * @throws ActionNotAllowedError where it is the actor's own, or was
 */
export function decideReportsOfItem(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { measure, rule, answer, notice, seen }: ReportDecisionInput,
): Promise<ReportDecisionResult> {
  const who = requirePermission(actor, canDecideReports)
  const { db, jobs } = platform
  return unlessUndecided(async () => {
    if (!isUuid(id)) return 'not-found'
    return db.transaction(async (transaction): Promise<ReportDecisionResult> => {
      const item = await lockReportedItem(transaction, id)
      if (!item) return 'not-found'
      const { judged, ownerId } = await getReportDecisionSubject(transaction, id)
      const part = await getStaffConflictOfInterestLevel(transaction, who, judged, {
        hasDecided: hasMadeLastReportDecisionSql(id),
      })
      if (part === 'owner') throw new ActionNotAllowedError()
      if (item.closedAt) throw new Undecided('closed')
      if (part === 'others') throw new Undecided('left-to-others')
      const isDecidedAlone = part === 'alone'
      const covered = await listShownReportIdsOfItem(transaction, id, seen.split(' ').filter(isUuid))
      if (covered.length === 0 && (await countContentReportReasons(transaction, id)).length > 0)
        throw new Undecided('unread')
      if (!moderationMeasuresForSubjectType(item.subjectType).includes(measure)) throw new Undecided('no-picture')
      await carryOut(platform, transaction, who, item, measure)
      const isDone = measure !== 'none'
      const decisionId = await insertReportDecision(transaction, {
        itemId: id,
        measure,
        rule,
        answer,
        notice: isDone ? notice : null,
        ownerId: isDone ? ownerId : null,
        decidedBy: who.userId,
        isDecidedAlone,
      })
      await closeReportedItem(transaction, id)
      await moveUndecidedReportsToNewItem(transaction, item, covered)
      await audit(transaction, who, isDone ? 'report.upheld' : 'report.dismissed', id, { measure, rule })
      if (isDecidedAlone) await audit(transaction, who, 'report.decided-alone', id)
      for (const reportId of await listReportIdsToAnswer(transaction, item, covered)) {
        const event = `${decisionId}:${reportId}`
        await jobs.enqueue(transaction, sendReportAnswerMail, { decisionId, reportId }, { event })
      }
      if (isDone && ownerId)
        await jobs.enqueue(transaction, sendModerationNoticeMail, { decisionId }, { event: decisionId })
      await announceLiveEvent(transaction, 'queue')
      return 'done'
    })
  })
}

async function carryOut(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  actor: Actor,
  item: { businessId: string | null; subjectId: string },
  measure: ModerationMeasure,
): Promise<void> {
  const { businessId, subjectId } = item
  if (measure === 'remove-picture') {
    const isRemoved =
      businessId !== null &&
      (await deleteBusinessGalleryPictureAsStaff(platform, transaction, actor, businessId, subjectId))
    if (!isRemoved) throw new Undecided('no-picture')
  }
  if (measure === 'hide') await setWithheld(transaction, actor, item, true)
}

async function setWithheld(
  transaction: Database,
  actor: Actor,
  { businessId, subjectId }: { businessId: string | null; subjectId: string },
  isWithheld: boolean,
): Promise<void> {
  if (businessId) await withholdBusiness(transaction, actor, businessId, isWithheld)
  else await withholdPodcast(transaction, actor, subjectId, isWithheld)
}

/**
 * Decides an appeal or a complaint. Whoever made the decision, or has another part in it, leaves it to others; an admin decides where
 * there is nobody else, and that is recorded. Where an appeal is right, what was hidden is shown again unless another decision hides it; where a complaint is, the
 * reports are decided again.
 * @throws ActionNotAllowedError where it is about the actor's own, or what was
 */
export function decideReportObjection(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  itemId: string,
  { contest: objectionId, outcome, answer }: ReportObjectionDecisionInput,
): Promise<ReportDecisionResult> {
  const who = requirePermission(actor, canDecideReports)
  return unlessUndecided(async () => {
    if (!isUuid(itemId) || !isUuid(objectionId)) return 'not-found'
    return db.transaction(async (transaction): Promise<ReportDecisionResult> => {
      const item = await lockReportedItem(transaction, itemId)
      const objection = await lockReportObjection(transaction, objectionId)
      if (!item || objection?.itemId !== itemId) return 'not-found'
      const { judged } = await getReportDecisionSubject(transaction, itemId)
      const part = await getStaffConflictOfInterestLevel(transaction, who, judged, {
        hasDecided: hasMadeObjectedReportDecisionSql(objectionId),
      })
      if (part === 'owner') throw new ActionNotAllowedError()
      if (objection.decidedAt) throw new Undecided('closed')
      if (part === 'others') throw new Undecided('left-to-others')
      const isDecidedAlone = part === 'alone'
      await writeReportObjectionDecision(transaction, objectionId, {
        outcome,
        answer,
        decidedBy: who.userId,
        isDecidedAlone,
      })
      if (outcome === 'changed') {
        if (objection.kind === 'complaint') await reopenReportedItem(transaction, item)
        else if (
          objection.measure === 'hide' &&
          !(await isHiddenByOtherReportDecision(transaction, item, objection.decisionId))
        ) {
          await setWithheld(transaction, who, item, false)
        }
      }
      await audit(transaction, who, outcome === 'changed' ? 'report.overturned' : 'report.confirmed', itemId, {
        kind: objection.kind,
      })
      if (isDecidedAlone) await audit(transaction, who, 'report.decided-alone', itemId)
      await jobs.enqueue(transaction, sendReportObjectionAnswerMail, { contestId: objectionId }, { event: objectionId })
      await announceLiveEvent(transaction, 'queue')
      return 'done'
    })
  })
}

type ReportAction =
  | 'report.upheld'
  | 'report.dismissed'
  | 'report.confirmed'
  | 'report.overturned'
  | 'report.decided-alone'

function audit(
  transaction: Database,
  actor: Actor,
  action: ReportAction,
  subjectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEvent(transaction, { actor, action, subjectType: 'report', subjectId, detail })
}
