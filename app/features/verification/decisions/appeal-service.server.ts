import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countDocumentsOf } from '../documents/queries.server.ts'
import type { AppealRefusal } from '../model.ts'
import { excludeReviewer, findCase, findLastDecision, insertCaseDecision } from '../queries.server.ts'
import { isAppealable } from '../rules.ts'
import { transition } from '../transitions.server.ts'
import { announceDecision } from './announcements.server.ts'
import { returnToQueue } from './queries.server.ts'

/** Thrown to roll back the transaction when the appeal is not accepted. */
class NotAppealed extends Error {
  readonly refusal: AppealRefusal

  constructor(refusal: AppealRefusal) {
    super('the decision cannot be appealed')
    this.refusal = refusal
  }
}

/**
 * Appeals the last decision on the actor's verification, which returns it to review for another reviewer. `decisionId` is the
 * decision that the member saw, so each is appealed once. Documents that were deleted meanwhile have to be uploaded again.
 */
export async function appealDecision(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  { decision: decisionId, words }: { decision: string; words: string },
): Promise<'appealed' | AppealRefusal> {
  const { userId } = requireActor(actor)
  try {
    await platform.db.transaction(async (transaction) => {
      const moved = await transition(platform, transaction, { userId }, userId, 'appeal')
      const row = moved ? await findCase(transaction, userId) : null
      const last = row?.createdAt ? await findLastDecision(transaction, userId) : null
      if (!row?.id || !row.createdAt || last?.id !== decisionId) throw new NotAppealed('changed')
      if (!isAppealable(last.decision) || last.decidedAt < row.createdAt) throw new NotAppealed('changed')
      if (!last.isInTime) throw new NotAppealed('late')
      if ((await countDocumentsOf(transaction, userId)) === 0) throw new NotAppealed('documents-missing')
      await returnToQueue(transaction, row.id, { queuedAt: new Date() })
      if (last.reviewerId) await excludeReviewer(transaction, userId, last.reviewerId)
      const appeal = await insertCaseDecision(transaction, {
        profileId: userId,
        decision: 'appealed',
        reply: words,
        serviceBranchId: row.serviceBranchId,
      })
      await announceDecision(
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
