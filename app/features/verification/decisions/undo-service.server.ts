import { staffNameOf } from '#app/features/profile/rules.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { sendDecision } from '../mails.server.ts'
import { returnNames } from '../names/queries.server.ts'
import { canReviewCases } from '../policy.server.ts'
import { findCase, findLastDecision } from '../queries.server.ts'
import { transition } from '../transitions.server.ts'
import type { UndoableDecision, UndoRefusal } from './model.ts'
import { deleteDecision, findUndoable, listUndoable, lockCase, returnToQueue } from './queries.server.ts'

/** The approvals and rejections that the actor can still undo, newest first. */
export async function getUndoable({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<UndoableDecision[]> {
  const { userId } = requirePermission(actor, canReviewCases)
  const rows = await listUndoable(db, userId)
  return rows.flatMap(({ member, decision, ...row }) =>
    decision === 'approved' || decision === 'rejected' ? [{ ...row, decision, name: staffNameOf(member) }] : [],
  )
}

export type UndoResult =
  /** The case is in review again, in the actor's hands. */
  | { outcome: 'done'; caseId: string; member: string; wasSuspendedSince: boolean }
  | { outcome: UndoRefusal; member: string | null }

/** Thrown to roll back the transaction when the decision cannot be undone. */
class NotUndone extends Error {
  readonly outcome: UndoRefusal

  constructor(outcome: UndoRefusal) {
    super('the decision cannot be undone')
    this.outcome = outcome
  }
}

/**
 * Undoes an approval or a rejection of the actor's within {@link decisionUndoSeconds} of it. One transaction returns the case to review,
 * claimed by the actor, withdraws the email, deletes the decision and writes the audit. The clock is the database's, and the email
 * decides at the edge: once a worker has it, nothing is undone.
 */
export async function undoDecision(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  decisionId: string,
): Promise<UndoResult> {
  const who = requirePermission(actor, canReviewCases)
  const found = isUuid(decisionId) ? await findUndoable(platform.db, decisionId) : null
  if (!found) return { outcome: 'undone', member: null }
  const member = found.member && staffNameOf(found.member)
  if (found.reviewerId !== who.userId) return { outcome: 'not-theirs', member }
  const { profileId } = found
  if (!profileId) return { outcome: 'left', member: null }
  try {
    return await platform.db.transaction(async (transaction): Promise<UndoResult> => {
      const moved = await transition(platform, transaction, who, profileId, 'undo')
      // With the profile locked: another tab may have undone it, or the member may have withdrawn, while this waited.
      const now = await findUndoable(transaction, decisionId)
      if (!now) throw new NotUndone('undone')
      if (!now.profileId) throw new NotUndone('left')
      if (!moved) throw new NotUndone(refusalOf((await findCase(transaction, profileId))?.status ?? null))
      const row = now.caseId && (await lockCase(transaction, now.caseId))
      if (!row || !now.caseId) throw new NotUndone('withdrawn')
      if ((await findLastDecision(transaction, profileId))?.id !== decisionId) throw new NotUndone('changed')
      if (!now.isUndoable || !(await platform.jobs.withdraw(transaction, sendDecision, decisionId))) {
        throw new NotUndone('late')
      }
      await deleteDecision(transaction, decisionId)
      if (now.decision === 'approved') await returnNames(transaction, now.caseId)
      await returnToQueue(transaction, now.caseId, { queuedAt: now.submittedAt, claimedBy: who.userId })
      await recordAudit(transaction, {
        actor: who,
        action: 'verification.undone',
        subjectType: 'profile',
        subjectId: profileId,
        detail: { decision: now.decision },
      })
      await announce(transaction, 'queue')
      return {
        outcome: 'done',
        caseId: now.caseId,
        member: member ?? 'The member',
        wasSuspendedSince: now.wasSuspendedSince,
      }
    })
  } catch (error) {
    if (!(error instanceof NotUndone)) throw error
    return { outcome: error.outcome, member }
  }
}

/** Why a status cannot be undone. */
function refusalOf(status: VerificationStatus | null): UndoRefusal {
  if (status === 'In Review') return 'in-review'
  return status === null || status === 'Pending' ? 'withdrawn' : 'changed'
}
