import { setVerificationEndDateOfMembers } from '#app/features/profile/service.server.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import {
  isVerificationDeclarationStepComplete,
  isVerificationDocumentsStepComplete,
  isVerificationMilitaryStepComplete,
} from './completeness-rules.ts'
import { clearVerificationDocumentsOfMember, listVerificationDocumentsOfMember } from './documents/queries.server.ts'
import { verificationDocumentBucket } from './documents/service.server.ts'
import { sendVerificationSubmittedMail, sendVerificationWithdrawnMail } from './mails.server.ts'
import { verificationDeclarationText } from './model.ts'
import {
  deleteReviewerExclusionsFromMemberCase,
  deleteVerificationCaseOfMember,
  deleteVerificationRepliesOfMember,
  findVerificationCaseOfMember,
  insertVerificationDecision,
  saveVerificationReplyToReviewer,
  updateVerificationCaseOfMember,
  upsertVerificationCaseOfMember,
} from './queries.server.ts'
import { deleteVerificationBasisRecordNotesOfMember } from './records/service.server.ts'
import { findCurrentReviewerMessageToMember, findReviewerRequestToMember } from './reviewer-message.server.ts'
import { isReviewerRequestAnswered, verificationSubmitRefusalByStatus, verificationTermOf } from './rules.ts'
import { lockMemberReturningWhetherVerified, transitionVerification } from './transitions.server.ts'

/** Stores the accepted declaration with its wording. Returns false where the verification is being reviewed or decided. */
export async function acceptOwnVerificationDeclaration(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await transitionVerification(platform, transaction, { userId }, userId, 'save'))) return false
    await upsertVerificationCaseOfMember(transaction, userId, {
      declarationText: verificationDeclarationText,
      declarationAcceptedAt: new Date(),
      consent: true,
    })
    return true
  })
}

export type VerificationDocumentsStepResult =
  | 'done'
  /** There is no document. */
  | 'required'
  /** A reviewer asked for more, and there is neither a new document nor a reply. */
  | 'unanswered'
  /** It is being reviewed or has been decided. */
  | 'closed'

/** Completes the documents step, and stores the actor's reply to a reviewer who asked for more. */
export async function finishOwnVerificationDocumentsStep(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  reply: string | null,
): Promise<VerificationDocumentsStepResult> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const documents = await listVerificationDocumentsOfMember(transaction, userId)
    if (documents.length === 0) return 'required'
    const row = await findVerificationCaseOfMember(transaction, userId)
    const words = row && (await findCurrentReviewerMessageToMember(transaction, userId, row))
    if (!words) return 'done'
    if (!isReviewerRequestAnswered({ ...words, reply }, documents)) return 'unanswered'
    if (!(await transitionVerification(platform, transaction, { userId }, userId, 'save'))) return 'closed'
    await saveVerificationReplyToReviewer(transaction, words.id, reply)
    return 'done'
  })
}

export type SubmitVerificationResult =
  | 'submitted'
  /** It is being reviewed already; the earlier submission counts. */
  | 'already'
  /** It has been decided. */
  | 'closed'
  /** A step is incomplete. */
  | 'incomplete'

class Incomplete extends Error {}

/** Submits the actor's verification for review. Submitting again while it is in review changes nothing. */
export async function submitOwnVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<SubmitVerificationResult> {
  const { userId } = requireActor(actor)
  try {
    return await platform.db.transaction(async (transaction): Promise<SubmitVerificationResult> => {
      if (!(await transitionVerification(platform, transaction, { userId }, userId, 'submit'))) {
        const status = (await findVerificationCaseOfMember(transaction, userId))?.status
        return status ? verificationSubmitRefusalByStatus[status] : 'incomplete'
      }
      // The transition has locked the profile, so what is checked below is what is submitted.
      const row = await findVerificationCaseOfMember(transaction, userId)
      if (!row?.id || !isVerificationMilitaryStepComplete(row) || !isVerificationDeclarationStepComplete(row))
        throw new Incomplete()
      const documents = await listVerificationDocumentsOfMember(transaction, userId)
      const asked = await findReviewerRequestToMember(transaction, userId, row)
      if (!isVerificationDocumentsStepComplete(asked, documents)) throw new Incomplete()
      // An answer to a reviewer who decides an appeal goes on with it; anything else is new, for any reviewer.
      if (asked?.decision !== 'more-needed') await deleteReviewerExclusionsFromMemberCase(transaction, userId)
      const submittedAt = new Date()
      await upsertVerificationCaseOfMember(transaction, userId, {
        queuedAt: submittedAt,
        claimedBy: null,
        claimedAt: null,
      })
      await announceLiveEvent(transaction, 'queue')
      const moment = submittedAt.toISOString()
      await platform.jobs.enqueue(
        transaction,
        sendVerificationSubmittedMail,
        { userId, submittedAt: moment },
        { event: `${userId}:${moment}` },
      )
      return 'submitted'
    })
  } catch (error) {
    if (error instanceof Incomplete) return 'incomplete'
    throw error
  }
}

/**
 * Withdraws the actor's verification, whatever its status. Deletes their service details and documents at once; of each
 * document only the kind and the dates remain. Returns false where there is no verification.
 */
export async function withdrawOwnVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await transitionVerification(platform, transaction, { userId }, userId, 'withdraw'))) return false
    const keys = await clearVerificationDocumentsOfMember(transaction, userId)
    if (keys.length > 0)
      await platform.jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: verificationDocumentBucket, keys })
    await deleteVerificationCaseOfMember(transaction, userId)
    await deleteVerificationRepliesOfMember(transaction, userId)
    await deleteVerificationBasisRecordNotesOfMember(transaction, userId)
    await announceLiveEvent(transaction, 'queue')
    const withdrawnAt = new Date().toISOString()
    await platform.jobs.enqueue(
      transaction,
      sendVerificationWithdrawnMail,
      { userId, withdrawnAt, documents: keys.length },
      { event: `${userId}:${withdrawnAt}` },
    )
    return true
  })
}

/**
 * Confirms that the actor's verification is still true, which extends it by another term. Returns false outside the period
 * for confirming it.
 */
export async function confirmOwnVerificationYearly(
  platform: Pick<Platform, 'db' | 'jobs' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const held = await lockMemberReturningWhetherVerified(platform, transaction, userId)
    const row = held ? await findVerificationCaseOfMember(transaction, userId) : null
    const now = new Date()
    if (!row || !verificationTermOf(row, platform.verificationTerms, now)?.isOpen) return false
    await setVerificationEndDateOfMembers(transaction, [userId], null)
    await updateVerificationCaseOfMember(transaction, userId, {
      verifiedAt: now,
      announcedEndAt: null,
      isEndAllowed: false,
      declarationText: verificationDeclarationText,
      declarationAcceptedAt: now,
      consent: true,
    })
    await insertVerificationDecision(transaction, {
      profileId: userId,
      decision: 'confirmed',
      serviceBranchId: row.serviceBranchId,
    })
    await recordAuditEvent(transaction, {
      actor: { userId },
      action: 'verification.confirmed',
      subjectType: 'profile',
      subjectId: userId,
    })
    return true
  })
}
