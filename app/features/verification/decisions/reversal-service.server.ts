import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  ActionNotAllowedError,
  type Actor,
  requirePermission,
  StaffConflictOfInterestError,
} from '#app/platform/.server/security/actor.ts'
import { canReverseVerificationDecisions } from '../policy.server.ts'
import {
  excludeReviewerFromCase,
  findLastVerificationDecisionOfMember,
  insertVerificationDecision,
} from '../queries.server.ts'
import { transitionVerification } from '../transitions.server.ts'
import { auditAndAnnounceVerificationDecision } from './announcements.server.ts'
import type { VerificationReversalInput } from './form-schema.ts'
import { canReviewVerificationOfMember } from './policy.server.ts'
import {
  clearVerifiedCaseData,
  findLastVerificationDeciderOfMember,
  findVerificationCaseForReview,
  getConflictOfInterestLevelInCase,
  lockVerificationCase,
  returnToVerificationQueue,
} from './queries.server.ts'

export type VerificationReversalResult =
  | { outcome: 'done'; member: string }
  /** Its status does not allow it, or somebody has decided something since the page was loaded. */
  | { outcome: 'changed' }
  | { outcome: 'not-found' }

/** Thrown to roll back the transaction when the case has changed. */
class Changed extends Error {}

/**
 * Revokes a verification: it is rejected, with the admin's reason, and the business leaves the directory in the same transaction.
 * @throws ActionNotAllowedError unless the actor is an admin, and where they have a part in it
 */
export function revokeVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  form: VerificationReversalInput,
): Promise<VerificationReversalResult> {
  return reverse(platform, actor, id, 'revoke', form)
}

/**
 * Reopens a decided case: it is in review again, for another reviewer than the one who decided it.
 * @throws ActionNotAllowedError unless the actor is an admin, and where they have a part in it
 */
export function reopenVerificationCase(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  form: VerificationReversalInput,
): Promise<VerificationReversalResult> {
  return reverse(platform, actor, id, 'reopen', form)
}

/** `last` is the decision that the admin saw as the last: of two admins at once, the second learns of the first. */
async function reverse(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  move: 'revoke' | 'reopen',
  { words, last }: VerificationReversalInput,
): Promise<VerificationReversalResult> {
  const who = requirePermission(actor, canReverseVerificationDecisions)
  const found = isUuid(id) ? await findVerificationCaseForReview(platform.db, id) : null
  if (!found) return { outcome: 'not-found' }
  const { profileId } = found
  if (!canReviewVerificationOfMember(who, 'decide', profileId)) throw new ActionNotAllowedError()
  try {
    await platform.db.transaction(async (transaction) => {
      const moved = await transitionVerification(platform, transaction, who, profileId, move)
      const row = await lockVerificationCase(transaction, id)
      const before = await findLastVerificationDecisionOfMember(transaction, profileId)
      if (!moved || !row || (before?.id ?? '') !== last) throw new Changed()
      const part = await getConflictOfInterestLevelInCase(transaction, id, who, { areAdmins: true })
      if (isStaffBarredByConflictOfInterest(part)) throw new StaffConflictOfInterestError()
      const isDecidedAlone = part === 'alone'
      if (move === 'revoke') {
        await clearVerifiedCaseData(transaction, id)
      } else {
        await returnToVerificationQueue(transaction, id, { queuedAt: new Date() })
        const decider = await findLastVerificationDeciderOfMember(transaction, profileId)
        if (decider) await excludeReviewerFromCase(transaction, profileId, decider)
      }
      const decision = move === 'revoke' ? 'revoked' : 'reopened'
      const { id: decisionId } = await insertVerificationDecision(transaction, {
        profileId,
        reviewerId: who.userId,
        decision,
        words,
        serviceBranchId: row.serviceBranchId,
        isDecidedAlone,
      })
      await auditAndAnnounceVerificationDecision(platform, transaction, who, {
        decisionId,
        profileId,
        actions: [`verification.${decision}`, ...(isDecidedAlone ? (['verification.decided-alone'] as const) : [])],
      })
    })
    return { outcome: 'done', member: memberNameForStaff(found.member) }
  } catch (error) {
    if (!(error instanceof Changed)) throw error
    return { outcome: 'changed' }
  }
}
