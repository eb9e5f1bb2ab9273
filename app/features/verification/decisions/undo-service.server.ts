import { memberNameForStaff } from '#app/features/profile/rules.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { sendVerificationDecisionMail } from '../mails.server.ts'
import { restoreVerificationNamesBeforeApproval } from '../names/queries.server.ts'
import { canReviewVerifications } from '../policy.server.ts'
import { findLastVerificationDecisionOfMember, findVerificationCaseOfMember } from '../queries.server.ts'
import { transitionVerification } from '../transitions.server.ts'
import type { UndoableVerificationDecision, UndoVerificationDecisionRefusal } from './model.ts'
import {
  deleteVerificationDecision,
  findVerificationDecisionToUndo,
  listUndoableVerificationDecisionsOfReviewer,
  lockVerificationCase,
  returnToVerificationQueue,
} from './queries.server.ts'

/** The approvals and rejections that the actor can still undo, newest first. */
export async function getOwnUndoableVerificationDecisions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<UndoableVerificationDecision[]> {
  const { userId } = requirePermission(actor, canReviewVerifications)
  const rows = await listUndoableVerificationDecisionsOfReviewer(db, userId)
  return rows.flatMap(({ member, decision, ...row }) =>
    decision === 'approved' || decision === 'rejected' ? [{ ...row, decision, name: memberNameForStaff(member) }] : [],
  )
}

export type UndoVerificationDecisionResult =
  /** The case is in review again, in the actor's hands. */
  | { outcome: 'done'; caseId: string; member: string; wasSuspendedSince: boolean }
  | { outcome: UndoVerificationDecisionRefusal; member: string | null }

/** Thrown to roll back the transaction when the decision cannot be undone. */
class NotUndone extends Error {
  readonly outcome: UndoVerificationDecisionRefusal

  constructor(outcome: UndoVerificationDecisionRefusal) {
    super('the decision cannot be undone')
    this.outcome = outcome
  }
}

/**
 * Undoes an approval or a rejection of the actor's within {@link verificationDecisionUndoSeconds} of it. One transaction returns the case to review,
 * claimed by the actor, withdraws the email, deletes the decision and writes the audit. The clock is the database's, and the email
 * decides at the edge: once a worker has it, nothing is undone.
 */
export async function undoOwnVerificationDecision(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  decisionId: string,
): Promise<UndoVerificationDecisionResult> {
  const who = requirePermission(actor, canReviewVerifications)
  const found = isUuid(decisionId) ? await findVerificationDecisionToUndo(platform.db, decisionId) : null
  if (!found) return { outcome: 'undone', member: null }
  const member = found.member && memberNameForStaff(found.member)
  if (found.reviewerId !== who.userId) return { outcome: 'not-theirs', member }
  const { profileId } = found
  if (!profileId) return { outcome: 'left', member: null }
  try {
    return await platform.db.transaction(async (transaction): Promise<UndoVerificationDecisionResult> => {
      const moved = await transitionVerification(platform, transaction, who, profileId, 'undo')
      // With the profile locked: another tab may have undone it, or the member may have withdrawn, while this waited.
      const now = await findVerificationDecisionToUndo(transaction, decisionId)
      if (!now) throw new NotUndone('undone')
      if (!now.profileId) throw new NotUndone('left')
      if (!moved)
        throw new NotUndone(refusalOf((await findVerificationCaseOfMember(transaction, profileId))?.status ?? null))
      const row = now.caseId && (await lockVerificationCase(transaction, now.caseId))
      if (!row || !now.caseId) throw new NotUndone('withdrawn')
      if ((await findLastVerificationDecisionOfMember(transaction, profileId))?.id !== decisionId)
        throw new NotUndone('changed')
      if (!now.isUndoable || !(await platform.jobs.withdraw(transaction, sendVerificationDecisionMail, decisionId))) {
        throw new NotUndone('late')
      }
      await deleteVerificationDecision(transaction, decisionId)
      if (now.decision === 'approved') await restoreVerificationNamesBeforeApproval(transaction, now.caseId)
      await returnToVerificationQueue(transaction, now.caseId, { queuedAt: now.submittedAt, claimedBy: who.userId })
      await recordAuditEvent(transaction, {
        actor: who,
        action: 'verification.undone',
        subjectType: 'profile',
        subjectId: profileId,
        detail: { decision: now.decision },
      })
      await announceLiveEvent(transaction, 'queue')
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
function refusalOf(status: VerificationStatus | null): UndoVerificationDecisionRefusal {
  if (status === 'In Review') return 'in-review'
  return status === null || status === 'Pending' ? 'withdrawn' : 'changed'
}
