import { getPendingForm, savePendingForm, takePendingForm } from '#app/features/account/pending-form-service.server.ts'
import { completeRelationship, setVerificationEnd } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { type DirectoryLookups, getDirectoryLookups, type Lookup } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { deleteFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { emptyDocuments, listStoredDocuments } from './documents/queries.server.ts'
import { openServiceNumber, sealServiceNumber } from './documents/seal.server.ts'
import { documentBucket } from './documents/service.server.ts'
import { type MilitaryForm, militarySchema } from './form-schema.ts'
import { sendSubmitted, sendWithdrawn } from './mails.server.ts'
import { declarationText, type ReviewerMessage, type ServiceDetails } from './model.ts'
import {
  type CaseRow,
  deleteCase,
  deleteExclusions,
  deleteReplies,
  findCase,
  findLastDecision,
  insertCaseDecision,
  saveCase,
  saveReply,
  updateCase,
  versionOfVerification,
} from './queries.server.ts'
import { deleteNotes } from './records/service.server.ts'
import {
  isAnswered,
  isAppealable,
  isReturned,
  maskServiceNumber,
  statusAfter,
  submitRefusals,
  termOf,
  type VerificationStep,
  type VerificationTerm,
} from './rules.ts'
import { lockVerified, transition } from './transitions.server.ts'

/** A member's own verification, as shown to them. */
export interface OwnCase {
  status: VerificationStatus | null
  /** Null where nothing is saved. */
  details: ServiceDetails | null
  /** The relationship on the profile, the default of the first step. */
  profileRelationshipTypeId: number | null
  isDeclared: boolean
  /** Whether details and documents can be changed now. */
  isOpen: boolean
  sentAt: Date | null
  verifiedAt: Date | null
  /** How long it lasts; null for one that is not verified. */
  term: VerificationTerm | null
  words: ReviewerMessage | null
}

/** The actor's own verification; null where they have no profile. */
export async function getOwnCase(platform: Platform, actor: Actor | null): Promise<OwnCase | null> {
  const { userId } = requireActor(actor)
  const row = await findCase(platform.db, userId)
  if (!row) return null
  const { status, verifiedAt } = row
  return {
    status,
    details: row.id ? viewDetails(platform, userId, row) : null,
    profileRelationshipTypeId: row.profileRelationshipTypeId,
    isDeclared: isDeclared(row),
    isOpen: statusAfter(status, 'save') !== undefined,
    sentAt: row.queuedAt,
    verifiedAt,
    term: status === 'Verified' ? termOf(row, platform.verificationTerms, new Date()) : null,
    words: await findReviewerMessage(platform.db, userId, row),
  }
}

/** A version string of the actor's verification, which differs after each change. */
export function getVerificationVersion({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<string> {
  return versionOfVerification(db, requireActor(actor).userId)
}

/** What applies to a case: what was asked of the member, or that they appealed or an admin reopened it. */
async function findReviewerMessage(db: Database, userId: string, row: CaseRow): Promise<ReviewerMessage | null> {
  const message = await findMessage(db, userId, row)
  const isObjection = message?.decision === 'appealed' || message?.decision === 'reopened'
  return (isObjection ? row.status === 'In Review' : isReturned(row.status)) ? message : null
}

/** What the member was asked for, and has to answer with a submission. */
async function findAskedFor(db: Database, userId: string, row: CaseRow): Promise<ReviewerMessage | null> {
  const message = await findMessage(db, userId, row)
  return message?.decision === 'appealed' || message?.decision === 'reopened' ? null : message
}

async function findMessage(db: Database, userId: string, { createdAt }: CaseRow): Promise<ReviewerMessage | null> {
  const last = createdAt && (await findLastDecision(db, userId))
  // A decision on a withdrawn verification does not apply to the one created since.
  if (!last || last.decidedAt < createdAt) return null
  const { id, decision, reason, words, reply, decidedAt, appealEndsAt, isInTime } = last
  if (decision === 'approved' || decision === 'confirmed') return null
  const canAppeal = isAppealable(decision) && isInTime
  return { id, decision, reason, words, reply, decidedAt, appealEndsAt: canAppeal ? appealEndsAt : null }
}

function viewDetails({ vault, log }: Pick<Platform, 'vault' | 'log'>, userId: string, row: CaseRow): ServiceDetails {
  const { relationshipTypeId, relationshipType, serviceBranchId, serviceBranch, serviceDescription } = row
  const mask = () => {
    try {
      return row.serviceNumber && maskServiceNumber(openServiceNumber(vault, userId, row.serviceNumber))
    } catch (error) {
      // A number whose key is missing can still be replaced.
      log.error({ userId, error }, 'a service number could not be opened')
      return maskServiceNumber('')
    }
  }
  return {
    relationshipTypeId,
    relationshipType,
    serviceBranchId,
    serviceBranch,
    serviceNumber: mask(),
    serviceDescription,
  }
}

/** A declaration is valid only for the current wording. */
function isDeclared(row: Pick<CaseRow, 'consent' | 'declarationText'>): boolean {
  return row.consent === true && row.declarationText === declarationText
}

const isDescribed = (row: Pick<CaseRow, 'relationshipTypeId' | 'serviceBranchId'>) =>
  row.relationshipTypeId !== null && row.serviceBranchId !== null

type Dated = { uploadedAt: Date }[]

/** Whether the documents step is complete: there is a document, and the reviewer's request is answered. */
const isProven = (words: ReviewerMessage | null, documents: Dated) =>
  documents.length > 0 && (words === null || isAnswered(words, documents))

/** The first incomplete step; 'review' where all are complete. */
export function firstOpenStep(
  own: Pick<OwnCase, 'details' | 'isDeclared' | 'words'>,
  documents: Dated,
): VerificationStep {
  if (!own.details || !isDescribed(own.details)) return 'military'
  if (!isProven(own.words, documents)) return 'documents'
  return own.isDeclared ? 'review' : 'declaration'
}

export type MilitaryLookups = Pick<DirectoryLookups, 'serviceBranches' | 'relationshipTypes'>

/** The options of the first step, ordered by name. */
export async function getMilitaryLookups(platform: Platform): Promise<MilitaryLookups> {
  const { serviceBranches, relationshipTypes } = await getDirectoryLookups(platform)
  return { serviceBranches, relationshipTypes }
}

/** Errors by field for ids that are not among the options. */
export function unknownServiceChoices(lookups: MilitaryLookups, form: MilitaryForm): Record<string, string[]> {
  const has = (list: Lookup[], wanted: number) => list.some(({ id }) => id === wanted)
  return {
    ...(has(lookups.relationshipTypes, form.militaryRelationshipTypeId)
      ? {}
      : { militaryRelationshipTypeId: ['Choose one from the list'] }),
    ...(has(lookups.serviceBranches, form.serviceBranchId) ? {} : { serviceBranchId: ['Choose one from the list'] }),
  }
}

/**
 * Saves the actor's service details, and creates their verification the first time. A service number left empty keeps the
 * stored one. Returns false where the verification is being reviewed or has been decided.
 */
export async function saveMilitary(platform: Platform, actor: Actor | null, form: MilitaryForm): Promise<boolean> {
  const { userId } = requireActor(actor)
  const { serviceNumber, removeServiceNumber } = form
  return platform.db.transaction(async (transaction) => {
    if (!(await transition(platform, transaction, { userId }, userId, 'save'))) return false
    await saveCase(transaction, userId, {
      militaryRelationshipTypeId: form.militaryRelationshipTypeId,
      serviceBranchId: form.serviceBranchId,
      serviceDescription: form.serviceDescription,
      ...(serviceNumber !== null
        ? { serviceNumber: sealServiceNumber(platform.vault, userId, serviceNumber) }
        : removeServiceNumber
          ? { serviceNumber: null }
          : {}),
    })
    await completeRelationship(transaction, userId, form.militaryRelationshipTypeId)
    return true
  })
}

/** Keeps the first step of somebody who is not signed in; see {@link savePendingForm}. */
export function savePendingMilitary(platform: Platform, clientIp: string, fields: Record<string, unknown>) {
  const kept = Object.fromEntries(
    Object.keys(militarySchema.shape).flatMap((name) => {
      const value = fields[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  return savePendingForm(platform, clientIp, 'verification', kept)
}

/** Saves a step that was held for the actor's browser; false where there is none, or it cannot be taken any more. */
export async function claimPendingMilitary(platform: Platform, actor: Actor | null, token: string): Promise<boolean> {
  requireActor(actor)
  const fields = await getPendingForm(platform, 'verification', token)
  const form = militarySchema.safeParse(fields)
  if (!form.success) return false
  const unknown = unknownServiceChoices(await getMilitaryLookups(platform), form.data)
  const isSaved = Object.keys(unknown).length === 0 && (await saveMilitary(platform, actor, form.data))
  // Only now, so that it is not lost if saving fails.
  await takePendingForm(platform, 'verification', token)
  return isSaved
}

/** Stores the accepted declaration with its wording. Returns false where the verification is being reviewed or decided. */
export async function acceptDeclaration(platform: Platform, actor: Actor | null): Promise<boolean> {
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
  platform: Platform,
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
export async function submitVerification(platform: Platform, actor: Actor | null): Promise<SubmitResult> {
  const { userId } = requireActor(actor)
  try {
    return await platform.db.transaction(async (transaction): Promise<SubmitResult> => {
      if (!(await transition(platform, transaction, { userId }, userId, 'submit'))) {
        const status = (await findCase(transaction, userId))?.status
        return status ? submitRefusals[status] : 'incomplete'
      }
      // The transition has locked the profile, so what is checked below is what is submitted.
      const row = await findCase(transaction, userId)
      if (!row?.id || !isDescribed(row) || !isDeclared(row)) throw new Incomplete()
      const documents = await listStoredDocuments(transaction, userId)
      const asked = await findAskedFor(transaction, userId, row)
      if (!isProven(asked, documents)) throw new Incomplete()
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
export async function withdrawVerification(platform: Platform, actor: Actor | null): Promise<boolean> {
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
export async function confirmVerification(platform: Platform, actor: Actor | null): Promise<boolean> {
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
