import { staffNameOf } from '#app/features/profile/rules.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, LeftToOthers, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { canReverseDecisions } from '../policy.server.ts'
import { excludeReviewer, findLastDecision, insertCaseDecision } from '../queries.server.ts'
import { transition } from '../transitions.server.ts'
import { announceDecision } from './announcements.server.ts'
import type { ReversalForm } from './form-schema.ts'
import { canReview } from './policy.server.ts'
import {
  clearVerified,
  findClaimedCase,
  findDecider,
  getPartInCase,
  lockCase,
  returnToQueue,
} from './queries.server.ts'

export type ReversalResult =
  | { outcome: 'done'; member: string }
  /** Its status does not allow it, or somebody has decided something since the page was loaded. */
  | { outcome: 'changed' }
  | { outcome: 'not-found' }

/** Thrown to roll back the transaction when the case has changed. */
class Changed extends Error {}

/**
 * Revokes a verification: it is rejected, with the admin's reason, and the business leaves the directory in the same transaction.
 * @throws NotAllowed unless the actor is an admin, and where they have a part in it
 */
export function revokeVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  form: ReversalForm,
): Promise<ReversalResult> {
  return reverse(platform, actor, id, 'revoke', form)
}

/**
 * Reopens a decided case: it is in review again, for another reviewer than the one who decided it.
 * @throws NotAllowed unless the actor is an admin, and where they have a part in it
 */
export function reopenCase(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  form: ReversalForm,
): Promise<ReversalResult> {
  return reverse(platform, actor, id, 'reopen', form)
}

/** `last` is the decision that the admin saw as the last: of two admins at once, the second learns of the first. */
async function reverse(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  move: 'revoke' | 'reopen',
  { words, last }: ReversalForm,
): Promise<ReversalResult> {
  const who = requirePermission(actor, canReverseDecisions)
  const found = isUuid(id) ? await findClaimedCase(platform.db, id) : null
  if (!found) return { outcome: 'not-found' }
  const { profileId } = found
  if (!canReview(who, 'decide', profileId)) throw new NotAllowed()
  try {
    await platform.db.transaction(async (transaction) => {
      const moved = await transition(platform, transaction, who, profileId, move)
      const row = await lockCase(transaction, id)
      const before = await findLastDecision(transaction, profileId)
      if (!moved || !row || (before?.id ?? '') !== last) throw new Changed()
      const part = await getPartInCase(transaction, id, who, { areAdmins: true })
      if (part === 'owner' || part === 'others') throw new LeftToOthers()
      const isDecidedAlone = part === 'alone'
      if (move === 'revoke') {
        await clearVerified(transaction, id)
      } else {
        await returnToQueue(transaction, id, { queuedAt: new Date() })
        const decider = await findDecider(transaction, profileId)
        if (decider) await excludeReviewer(transaction, profileId, decider)
      }
      const decision = move === 'revoke' ? 'revoked' : 'reopened'
      const { id: decisionId } = await insertCaseDecision(transaction, {
        profileId,
        reviewerId: who.userId,
        decision,
        words,
        serviceBranchId: row.serviceBranchId,
        isDecidedAlone,
      })
      await announceDecision(platform, transaction, who, {
        decisionId,
        profileId,
        actions: [`verification.${decision}`, ...(isDecidedAlone ? (['verification.decided-alone'] as const) : [])],
      })
    })
    return { outcome: 'done', member: staffNameOf(found.member) }
  } catch (error) {
    if (!(error instanceof Changed)) throw error
    return { outcome: 'changed' }
  }
}
