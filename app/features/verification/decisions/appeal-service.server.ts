import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countVerificationDocumentsOfMember } from '../documents/queries.server.ts'
import type { VerificationAppealNotSentReason } from '../model.ts'
import {
  excludeReviewerFromCase,
  findLastVerificationDecisionOfMember,
  findVerificationCaseOfMember,
  insertVerificationDecision,
} from '../queries.server.ts'
import { isVerificationDecisionAppealable } from '../rules.ts'
import { transitionVerification } from '../transitions.server.ts'
import { auditAndAnnounceVerificationDecision } from './announcements.server.ts'
import { returnToVerificationQueue } from './queries.server.ts'

/** Thrown to roll back the transaction when the appeal is not accepted. */
class NotAppealed extends Error {
  readonly refusal: VerificationAppealNotSentReason

  constructor(refusal: VerificationAppealNotSentReason) {
    super('the decision cannot be appealed')
    this.refusal = refusal
  }
}

/**
 * Appeals the last decision on the actor's verification, which returns it to review for another reviewer. `decisionId` is the
 * decision that the member saw, so each is appealed once. Documents that were deleted meanwhile have to be uploaded again.
 */
export async function appealVerificationDecision(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  { decision: decisionId, words }: { decision: string; words: string },
): Promise<'appealed' | VerificationAppealNotSentReason> {
  const { userId } = requireActor(actor)
  try {
    await platform.db.transaction(async (transaction) => {
      const moved = await transitionVerification(platform, transaction, { userId }, userId, 'appeal')
      const row = moved ? await findVerificationCaseOfMember(transaction, userId) : null
      const last = row?.createdAt ? await findLastVerificationDecisionOfMember(transaction, userId) : null
      if (!row?.id || !row.createdAt || last?.id !== decisionId) throw new NotAppealed('changed')
      if (!isVerificationDecisionAppealable(last.decision) || last.decidedAt < row.createdAt)
        throw new NotAppealed('changed')
      if (!last.isInTime) throw new NotAppealed('late')
      if ((await countVerificationDocumentsOfMember(transaction, userId)) === 0)
        throw new NotAppealed('documents-missing')
      await returnToVerificationQueue(transaction, row.id, { queuedAt: new Date() })
      if (last.reviewerId) await excludeReviewerFromCase(transaction, userId, last.reviewerId)
      const appeal = await insertVerificationDecision(transaction, {
        profileId: userId,
        decision: 'appealed',
        reply: words,
        serviceBranchId: row.serviceBranchId,
      })
      await auditAndAnnounceVerificationDecision(
        platform,
        transaction,
        { userId },
        {
          decisionId: appeal.id,
          profileId: userId,
          actions: ['verification.appealed'],
          detail: { decision: last.decision },
        },
      )
    })
    return 'appealed'
  } catch (error) {
    if (!(error instanceof NotAppealed)) throw error
    return error.refusal
  }
}
