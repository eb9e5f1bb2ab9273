import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { lockProfile } from '#app/features/profile/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import type { AuditAction } from '#app/platform/.server/security/audit.ts'
import { countStoredAndUnopenedDocumentsOfMember } from '../documents/opening-service.server.ts'
import type { StaffVerificationDecisionView, VerificationCaseClaim } from '../model.ts'
import { approveVerificationNames, findVerificationNameChange } from '../names/queries.server.ts'
import { canReviewVerifications } from '../policy.server.ts'
import { insertVerificationDecision } from '../queries.server.ts'
import { findOpenVerificationBasisRecordOfMember } from '../records/service.server.ts'
import { type VerificationDecisionKind, verificationDecisionUndoSeconds } from '../rules.ts'
import { approveVerification, transitionVerification } from '../transitions.server.ts'
import { auditAndAnnounceVerificationDecision } from './announcements.server.ts'
import {
  rejectionReasonAuditDetail,
  toStaffVerificationDecisionView,
  toVerificationCaseClaim,
  type VerificationCaseForReviewRow,
} from './case-view.server.ts'
import type { VerificationDecisionInput } from './form-schema.ts'
import type { VerificationVerdict } from './model.ts'
import { canReviewVerificationOfMember } from './policy.server.ts'
import {
  findVerificationCaseForReview,
  getConflictOfInterestLevelInCase,
  listVerificationDecisionsOfMember,
  lockVerificationCase,
  removeFromVerificationQueue,
} from './queries.server.ts'
export type VerificationDecisionResult =
  | { outcome: 'done'; member: string }
  /** Another reviewer decided it first (`last` is that decision), or the member withdrew. */
  | { outcome: 'closed'; last: StaffVerificationDecisionView | null }
  | { outcome: 'held'; claim: VerificationCaseClaim }
  /** The actor has a part in it, so another reviewer decides. */
  | { outcome: 'excluded' }
  /** Only whoever has the case may approve it. */
  | { outcome: 'not-taken' }
  /** Documents are stored that the actor has not opened. */
  | { outcome: 'unopened'; count: number }
  /** No document is stored, and nothing was recorded that was seen instead. */
  | { outcome: 'nothing-seen' }
  /** A name has changed that the reviewer has not seen. */
  | { outcome: 'renamed' }
  /** What was seen instead was recorded, or taken back, since the reviewer looked. */
  | { outcome: 'record-changed' }
  | { outcome: 'not-found' }

/** Why an approval has nothing to rest on. */
type Unseen = Extract<VerificationDecisionResult, { outcome: 'unopened' | 'nothing-seen' }>

const decisionOf: Record<VerificationVerdict, VerificationDecisionKind> = {
  approve: 'approved',
  reject: 'rejected',
  'ask-for-more': 'more-needed',
}

type Refusal =
  | { outcome: 'closed' }
  | { outcome: 'held' }
  | { outcome: 'excluded' }
  | { outcome: 'not-taken' }
  | { outcome: 'renamed' }
  | { outcome: 'record-changed' }
  | Unseen

/** Thrown to roll back the transaction when the actor cannot decide the case. */
class Undecided extends Error {
  readonly result: Refusal

  constructor(result: Refusal) {
    super('the case cannot be decided')
    this.result = result
  }
}

/**
 * What an approval by the actor would rest on: the record that waits for a second person, or else the documents that are stored
 * now, all of which they have opened. `shown` is the record that their page showed. With the profile locked, so that it is still true when the case is approved.
 */
async function findBasis(transaction: Database, { userId }: Actor, profileId: string, shown: string | undefined) {
  const record = await findOpenVerificationBasisRecordOfMember(transaction, profileId)
  if (record?.id !== shown) throw new Undecided({ outcome: 'record-changed' })
  if (record) {
    const { id: recordId, basis: seen, recordedBy } = record
    return { basis: 'record', recordId, seen, isAlone: recordedBy === userId } as const
  }
  const { stored, unopened } = await countStoredAndUnopenedDocumentsOfMember(transaction, userId, profileId)
  if (stored === 0) throw new Undecided({ outcome: 'nothing-seen' })
  if (unopened > 0) throw new Undecided({ outcome: 'unopened', count: unopened })
  return { basis: 'documents' } as const
}

/**
 * Decides a case, or asks the member for more. Status, decision, queue, audit entries and the email job are written in one
 * transaction. Of two concurrent decisions the first wins; the second gets 'closed'. The email about an approval or a rejection
 * waits until it can no longer be undone (`undo-service.server.ts`). Approving needs the case in the actor's hands, and something
 * that was seen: all documents, or the record of something else, which this confirms.
 * @throws ActionNotAllowedError where the case is the actor's own
 */
export async function decideVerificationCase(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { verdict, reason, words, names, record: shown }: VerificationDecisionInput,
): Promise<VerificationDecisionResult> {
  const who = requirePermission(actor, canReviewVerifications)
  const found = isUuid(id) ? await findVerificationCaseForReview(platform.db, id) : null
  if (!found) return { outcome: 'not-found' }
  const { profileId } = found
  if (!canReviewVerificationOfMember(who, 'decide', profileId)) throw new ActionNotAllowedError()
  try {
    await platform.db.transaction(async (transaction) => {
      // Locks the profile first, as every change of status does: a concurrent decision waits here, then sees the new status.
      await lockProfile(transaction, profileId)
      const row = await lockVerificationCase(transaction, id)
      if (!row?.queuedAt) throw new Undecided({ outcome: 'closed' })
      if (row.isClaimed && row.claimedBy !== who.userId) throw new Undecided({ outcome: 'held' })
      const part = await getConflictOfInterestLevelInCase(transaction, id, who)
      if (isStaffBarredByConflictOfInterest(part)) throw new Undecided({ outcome: 'excluded' })
      const isDecidedAlone = part === 'alone'
      if (verdict === 'approve' && row.claimedBy !== who.userId) throw new Undecided({ outcome: 'not-taken' })
      if (verdict === 'approve') {
        // Only what the reviewer has seen is approved.
        const change = await findVerificationNameChange(transaction, id)
        if (change && change.seen !== names) throw new Undecided({ outcome: 'renamed' })
        await approveVerificationNames(transaction, id)
      }
      const basis = verdict === 'approve' ? await findBasis(transaction, who, profileId, shown) : null
      await removeFromVerificationQueue(transaction, id, { verified: verdict === 'approve' })
      const { id: decisionId, decidedAt } = await insertVerificationDecision(transaction, {
        profileId,
        reviewerId: who.userId,
        decision: decisionOf[verdict],
        reason: verdict === 'reject' ? (reason ?? null) : null,
        words: verdict === 'approve' ? null : words || null,
        serviceBranchId: row.serviceBranchId,
        submittedAt: row.queuedAt,
        isDecidedAlone,
      })
      const moved =
        verdict === 'approve'
          ? basis && (await approveVerification(platform, transaction, who, profileId, { ...basis, decisionId }))
          : await transitionVerification(platform, transaction, who, profileId, verdict, { decisionId })
      if (!moved) throw new Undecided({ outcome: 'closed' })
      const record = basis?.basis === 'record' ? basis : null
      const actions: AuditAction[] = []
      if (record) actions.push(`verification.record.${record.isAlone ? 'confirmed-alone' : 'confirmed'}`)
      if (isDecidedAlone && !record?.isAlone) actions.push('verification.decided-alone')
      await auditAndAnnounceVerificationDecision(platform, transaction, who, {
        decisionId,
        profileId,
        actions: [`verification.${decisionOf[verdict]}`, ...actions],
        detail: {
          ...rejectionReasonAuditDetail(verdict, reason),
          ...(basis && { basis: record?.seen ?? basis.basis }),
        },
        startAfter:
          verdict === 'ask-for-more'
            ? undefined
            : new Date(decidedAt.getTime() + verificationDecisionUndoSeconds * 1_000),
      })
    })
    return { outcome: 'done', member: memberNameForStaff(found.member) }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    const { result } = error
    if (result.outcome !== 'closed' && result.outcome !== 'held') return result
    const row = await findVerificationCaseForReview(platform.db, id)
    if (result.outcome === 'held' && row && isClaimedByAnother(who, row))
      return { outcome: 'held', claim: toVerificationCaseClaim(row) }
    const [last] = await listVerificationDecisionsOfMember(platform.db, profileId)
    return { outcome: 'closed', last: last ? toStaffVerificationDecisionView(last) : null }
  }
}

function isClaimedByAnother({ userId }: Actor, row: VerificationCaseForReviewRow): boolean {
  return row.isClaimed && row.claimedBy !== null && row.claimedBy !== userId
}
