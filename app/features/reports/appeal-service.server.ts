import { isUuid } from '#app/lib/uuid.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { NoticeView } from './model.ts'
import { insertObjection, listNotices, lockDecisionOf } from './queries.server.ts'

/** What the actor was told about decisions on what they own, the last first. */
export async function getNotices({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<NoticeView[]> {
  return listNotices(db, requireActor(actor).userId)
}

/** Whether there is a decision that the actor can appeal, or an appeal of theirs that waits. */
export async function hasOpenNotice(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<boolean> {
  const notices = await getNotices(platform, actor)
  return notices.some(({ appealEndsAt, appeal }) => appealEndsAt !== null || appeal?.outcome === null)
}

export type AppealResult = 'done' | 'again' | 'late' | 'not-found'

/** Appeals a decision on what the actor owned when it was made, once. Another member of staff decides. */
export async function appealReportDecision(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  { decision: decisionId, words }: { decision: string; words: string },
): Promise<AppealResult> {
  const { userId } = requireActor(actor)
  if (!isUuid(decisionId)) return 'not-found'
  return db.transaction(async (transaction): Promise<AppealResult> => {
    const decision = await lockDecisionOf(transaction, decisionId, userId)
    if (!decision) return 'not-found'
    if (!decision.isInTime) return 'late'
    const { itemId } = decision
    const isNew = await insertObjection(transaction, { itemId, decisionId, kind: 'appeal', profileId: userId, words })
    if (!isNew) return 'again'
    await recordAudit(transaction, {
      actor: { userId },
      action: 'report.appealed',
      subjectType: 'report',
      subjectId: itemId,
    })
    await announce(transaction, 'queue')
    return 'done'
  })
}
