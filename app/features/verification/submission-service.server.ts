import { setVerificationEnd } from '#app/features/profile/service.server.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { deleteFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { describesService, hasDeclared, hasProof } from './completeness-rules.ts'
import { emptyDocuments, listStoredDocuments } from './documents/queries.server.ts'
import { documentBucket } from './documents/service.server.ts'
import { sendSubmitted, sendWithdrawn } from './mails.server.ts'
import { declarationText } from './model.ts'
import {
  deleteCase,
  deleteExclusions,
  deleteReplies,
  findCase,
  insertCaseDecision,
  saveCase,
  saveReply,
  updateCase,
} from './queries.server.ts'
import { deleteNotes } from './records/service.server.ts'
import { findAskedFor, findReviewerMessage } from './reviewer-message.server.ts'
import { isAnswered, submitRefusals, termOf } from './rules.ts'
import { lockVerified, transition } from './transitions.server.ts'

/** Stores the accepted declaration with its wording. Returns false where the verification is being reviewed or decided. */
export async function acceptDeclaration(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await transition(platform, transaction, { userId }, userId, 'save'))) return false
    await saveCase(transaction, userId, { declarationText, declarationAcceptedAt: new Date(), consent: true })
    return true
  })
}

export type DocumentsResult =
  | 'done'
  /** There is no document. */
  | 'required'
  /** A reviewer asked for more, and there is neither a new document nor a reply. */
  | 'unanswered'
  /** It is being reviewed or has been decided. */
  | 'closed'

/** Completes the documents step, and stores the actor's reply to a reviewer who asked for more. */
export async function finishDocuments(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  reply: string | null,
): Promise<DocumentsResult> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const documents = await listStoredDocuments(transaction, userId)
    if (documents.length === 0) return 'required'
    const row = await findCase(transaction, userId)
    const words = row && (await findReviewerMessage(transaction, userId, row))
    if (!words) return 'done'
    if (!isAnswered({ ...words, reply }, documents)) return 'unanswered'
    if (!(await transition(platform, transaction, { userId }, userId, 'save'))) return 'closed'
    await saveReply(transaction, words.id, reply)
    return 'done'
  })
}

export type SubmitResult =
  | 'submitted'
  /** It is being reviewed already; the earlier submission counts. */
  | 'already'
  /** It has been decided. */
  | 'closed'
  /** A step is incomplete. */
  | 'incomplete'

class Incomplete extends Error {}

/** Submits the actor's verification for review. Submitting again while it is in review changes nothing. */
export async function submitVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<SubmitResult> {
  const { userId } = requireActor(actor)
  try {
    return await platform.db.transaction(async (transaction): Promise<SubmitResult> => {
      if (!(await transition(platform, transaction, { userId }, userId, 'submit'))) {
        const status = (await findCase(transaction, userId))?.status
        return status ? submitRefusals[status] : 'incomplete'
      }
      // The transition has locked the profile, so what is checked below is what is submitted.
      const row = await findCase(transaction, userId)
      if (!row?.id || !describesService(row) || !hasDeclared(row)) throw new Incomplete()
      const documents = await listStoredDocuments(transaction, userId)
      const asked = await findAskedFor(transaction, userId, row)
      if (!hasProof(asked, documents)) throw new Incomplete()
      // An answer to a reviewer who decides an appeal goes on with it; anything else is new, for any reviewer.
      if (asked?.decision !== 'more-needed') await deleteExclusions(transaction, userId)
      const submittedAt = new Date()
      await saveCase(transaction, userId, { queuedAt: submittedAt, claimedBy: null, claimedAt: null })
      await announce(transaction, 'queue')
      const moment = submittedAt.toISOString()
      await platform.jobs.enqueue(
        transaction,
        sendSubmitted,
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
export async function withdrawVerification(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await transition(platform, transaction, { userId }, userId, 'withdraw'))) return false
    const keys = await emptyDocuments(transaction, userId)
    if (keys.length > 0) await platform.jobs.enqueue(transaction, deleteFilesJob, { bucket: documentBucket, keys })
    await deleteCase(transaction, userId)
    await deleteReplies(transaction, userId)
    await deleteNotes(transaction, userId)
    await announce(transaction, 'queue')
    const withdrawnAt = new Date().toISOString()
    await platform.jobs.enqueue(
      transaction,
      sendWithdrawn,
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
export async function confirmVerification(
  platform: Pick<Platform, 'db' | 'jobs' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const held = await lockVerified(platform, transaction, userId)
    const row = held ? await findCase(transaction, userId) : null
    const now = new Date()
    if (!row || !termOf(row, platform.verificationTerms, now)?.isOpen) return false
    await setVerificationEnd(transaction, [userId], null)
    await updateCase(transaction, userId, {
      verifiedAt: now,
      announcedEndAt: null,
      isEndAllowed: false,
      declarationText,
      declarationAcceptedAt: now,
      consent: true,
    })
    await insertCaseDecision(transaction, {
      profileId: userId,
      decision: 'confirmed',
      serviceBranchId: row.serviceBranchId,
    })
    await recordAudit(transaction, {
      actor: { userId },
      action: 'verification.confirmed',
      subjectType: 'profile',
      subjectId: userId,
    })
    return true
  })
}
