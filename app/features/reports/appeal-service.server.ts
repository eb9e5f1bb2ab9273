import { isUuid } from '#app/lib/uuid.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { ModerationNoticeView } from './model.ts'
import { insertReportObjection, listModerationNoticesOfOwner, lockReportDecisionOfOwner } from './queries.server.ts'

/** What the actor was told about decisions on what they own, the last first. */
export async function getOwnModerationNotices(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<ModerationNoticeView[]> {
  return listModerationNoticesOfOwner(db, requireActor(actor).userId)
}

/** Whether there is a decision that the actor can appeal, or an appeal of theirs that waits. */
export async function hasOwnOpenModerationNotice(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<boolean> {
  const notices = await getOwnModerationNotices(platform, actor)
  return notices.some(({ appealEndsAt, appeal }) => appealEndsAt !== null || appeal?.outcome === null)
}

export type ReportAppealResult = 'done' | 'again' | 'late' | 'not-found'

/** Appeals a decision on what the actor owned when it was made, once. Another member of staff decides. */
export async function appealReportDecision(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  { decision: decisionId, words }: { decision: string; words: string },
): Promise<ReportAppealResult> {
  const { userId } = requireActor(actor)
  if (!isUuid(decisionId)) return 'not-found'
  return db.transaction(async (transaction): Promise<ReportAppealResult> => {
    const decision = await lockReportDecisionOfOwner(transaction, decisionId, userId)
    if (!decision) return 'not-found'
    if (!decision.isInTime) return 'late'
    const { itemId } = decision
    const isNew = await insertReportObjection(transaction, {
      itemId,
      decisionId,
      kind: 'appeal',
      profileId: userId,
      words,
    })
    if (!isNew) return 'again'
    await recordAuditEvent(transaction, {
      actor: { userId },
      action: 'report.appealed',
      subjectType: 'report',
      subjectId: itemId,
    })
    await announceLiveEvent(transaction, 'queue')
    return 'done'
  })
}
