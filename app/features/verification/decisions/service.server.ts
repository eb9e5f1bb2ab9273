import { staffNameOf } from '#app/features/profile/rules.ts'
import { lockProfile } from '#app/features/profile/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { type AuditAction, recordAudit } from '#app/platform/.server/security/audit.ts'
import { countUnopened, listOpened } from '../documents/opening-service.server.ts'
import { openServiceNumber } from '../documents/seal.server.ts'
import { unsafeListDocuments } from '../documents/service.server.ts'
import { sendInReview } from '../mails.server.ts'
import type { CaseDecisionView, CaseDocument, CaseHead, Claim, OpenCase, RecordView } from '../model.ts'
import { approveNames, findNameChange } from '../names/queries.server.ts'
import { canReviewCases } from '../policy.server.ts'
import { insertCaseDecision } from '../queries.server.ts'
import { findOpenRecord } from '../records/service.server.ts'
import { type Decision, decisionUndoSeconds, maskServiceNumber, type RejectionReason } from '../rules.ts'
import { approve, transition } from '../transitions.server.ts'
import { announceDecision } from './announcements.server.ts'
import type { CaseDecisionInput } from './form-schema.ts'
import type { Verdict } from './model.ts'
import { canReview, isLeft } from './policy.server.ts'
import {
  findClaimedCase,
  findWaitingRecord,
  getPartInCase,
  leaveQueue,
  listCaseDecisions,
  lockCase,
  writeClaim,
} from './queries.server.ts'
import { canUphold } from './record-service.server.ts'

export type CaseResult =
  /** The actor has claimed it and may decide it. */
  | { outcome: 'open'; details: OpenCase }
  /** Nobody has claimed it; a reviewer sees the details only after claiming it. */
  | { outcome: 'free'; details: CaseHead }
  /** Another reviewer has claimed it. */
  | { outcome: 'held'; details: CaseHead; claim: Claim }
  /** It is the actor's own case. */
  | { outcome: 'own' }
  /**
   * The actor reported its business, owned it, had decided it before it was appealed or reopened, or recorded what they saw
   * (`ownRecord`, its id): others decide.
   */
  | { outcome: 'excluded'; details: CaseHead; ownRecord: string | null }
  /** It is not waiting for a decision. */
  | { outcome: 'closed'; details: CaseHead }
  | { outcome: 'not-found' }

/** Reads as much of a case as the actor may see: the whole of it only for the reviewer who has claimed it. */
export async function getCase(platform: Platform, actor: Actor | null, id: string): Promise<CaseResult> {
  const who = requirePermission(actor, canReviewCases)
  const row = isUuid(id) ? await findClaimedCase(platform.db, id) : null
  if (!row) return { outcome: 'not-found' }
  if (!canReview(who, 'claim', row.profileId)) return { outcome: 'own' }
  return viewCase(platform, who, row)
}

export type ClaimResult = 'claimed' | 'held' | 'own' | 'excluded' | 'closed' | 'not-found'

/**
 * Claims a waiting case for the actor, or returns why not. `takeOver` replaces another reviewer's claim. A claim lapses
 * half an hour after it was last renewed; calling this again renews it. The member is emailed once per submission that the
 * review has started.
 */
export async function claimCase(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<ClaimResult> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const row = await lockCase(transaction, id)
    if (!row) return 'not-found'
    if (!canReview(who, 'claim', row.profileId)) return 'own'
    if (!row.queuedAt) return 'closed'
    if (isLeft(await getPartInCase(transaction, id, who))) return 'excluded'
    const before = row.isClaimed ? row.claimedBy : null
    if (before !== null && before !== who.userId && !takeOver) return 'held'
    await writeClaim(transaction, id, who.userId)
    // Renewing one's own claim needs no audit entry, email or announcement.
    if (before === who.userId) return 'claimed'
    await audit(transaction, who, 'verification.claimed', row.profileId, before ? { takenFrom: before } : {})
    const submission = `${id}:${row.queuedAt.toISOString()}`
    await jobs.enqueue(transaction, sendInReview, { userId: row.profileId, submission }, { event: submission })
    await announce(transaction, 'queue')
    return 'claimed'
  })
}

/** Returns a case to the queue; false where the actor had not claimed it. */
export async function releaseCase({ db }: Pick<Platform, 'db'>, actor: Actor | null, id: string): Promise<boolean> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    const row = await lockCase(transaction, id)
    if (!row || row.claimedBy !== who.userId) return false
    await writeClaim(transaction, id, null)
    await audit(transaction, who, 'verification.released', row.profileId)
    await announce(transaction, 'queue')
    return true
  })
}

/** The full service number of a case the actor has claimed; null where they have not, or where there is no number. */
export async function getServiceNumber(
  platform: Pick<Platform, 'db' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<string | null> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return null
  return platform.db.transaction(async (transaction) => {
    const row = await findClaimedCase(transaction, id)
    if (!row || !hasClaimed(who, row) || !canReview(who, 'read the service number of', row.profileId)) return null
    if (row.serviceNumber === null) return null
    await audit(transaction, who, 'verification.service-number.read', row.profileId)
    return openServiceNumber(platform.vault, row.profileId, row.serviceNumber)
  })
}

export type DecisionResult =
  | { outcome: 'done'; member: string }
  /** Another reviewer decided it first (`last` is that decision), or the member withdrew. */
  | { outcome: 'closed'; last: CaseDecisionView | null }
  | { outcome: 'held'; claim: Claim }
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
type Unseen = Extract<DecisionResult, { outcome: 'unopened' | 'nothing-seen' }>

const decisionOf: Record<Verdict, Decision> = { approve: 'approved', reject: 'rejected', 'ask-for-more': 'more-needed' }

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
  const record = await findOpenRecord(transaction, profileId)
  if (record?.id !== shown) throw new Undecided({ outcome: 'record-changed' })
  if (record) {
    const { id: recordId, basis: seen, recordedBy } = record
    return { basis: 'record', recordId, seen, isAlone: recordedBy === userId } as const
  }
  const { stored, unopened } = await countUnopened(transaction, userId, profileId)
  if (stored === 0) throw new Undecided({ outcome: 'nothing-seen' })
  if (unopened > 0) throw new Undecided({ outcome: 'unopened', count: unopened })
  return { basis: 'documents' } as const
}

/**
 * Decides a case, or asks the member for more. Status, decision, queue, audit entries and the email job are written in one
 * transaction. Of two concurrent decisions the first wins; the second gets 'closed'. The email about an approval or a rejection
 * waits until it can no longer be undone (`undo-service.server.ts`). Approving needs the case in the actor's hands, and something
 * that was seen: all documents, or the record of something else, which this confirms.
 * @throws NotAllowed where the case is the actor's own
 */
export async function decideCase(
  platform: Platform,
  actor: Actor | null,
  id: string,
  { verdict, reason, words, names, record: shown }: CaseDecisionInput,
): Promise<DecisionResult> {
  const who = requirePermission(actor, canReviewCases)
  const found = isUuid(id) ? await findClaimedCase(platform.db, id) : null
  if (!found) return { outcome: 'not-found' }
  const { profileId } = found
  if (!canReview(who, 'decide', profileId)) throw new NotAllowed()
  try {
    await platform.db.transaction(async (transaction) => {
      // Locks the profile first, as every change of status does: a concurrent decision waits here, then sees the new status.
      await lockProfile(transaction, profileId)
      const row = await lockCase(transaction, id)
      if (!row?.queuedAt) throw new Undecided({ outcome: 'closed' })
      if (row.isClaimed && row.claimedBy !== who.userId) throw new Undecided({ outcome: 'held' })
      const part = await getPartInCase(transaction, id, who)
      if (isLeft(part)) throw new Undecided({ outcome: 'excluded' })
      const isDecidedAlone = part === 'alone'
      if (verdict === 'approve' && row.claimedBy !== who.userId) throw new Undecided({ outcome: 'not-taken' })
      if (verdict === 'approve') {
        // Only what the reviewer has seen is approved.
        const change = await findNameChange(transaction, id)
        if (change && change.seen !== names) throw new Undecided({ outcome: 'renamed' })
        await approveNames(transaction, id)
      }
      const basis = verdict === 'approve' ? await findBasis(transaction, who, profileId, shown) : null
      await leaveQueue(transaction, id, { verified: verdict === 'approve' })
      const { id: decisionId, decidedAt } = await insertCaseDecision(transaction, {
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
          ? basis && (await approve(platform, transaction, who, profileId, { ...basis, decisionId }))
          : await transition(platform, transaction, who, profileId, verdict, { decisionId })
      if (!moved) throw new Undecided({ outcome: 'closed' })
      const record = basis?.basis === 'record' ? basis : null
      const actions: AuditAction[] = []
      if (record) actions.push(`verification.record.${record.isAlone ? 'confirmed-alone' : 'confirmed'}`)
      if (isDecidedAlone && !record?.isAlone) actions.push('verification.decided-alone')
      await announceDecision(platform, transaction, who, {
        decisionId,
        profileId,
        actions: [`verification.${decisionOf[verdict]}`, ...actions],
        detail: { ...reasonDetail(verdict, reason), ...(basis && { basis: record?.seen ?? basis.basis }) },
        startAfter:
          verdict === 'ask-for-more' ? undefined : new Date(decidedAt.getTime() + decisionUndoSeconds * 1_000),
      })
    })
    return { outcome: 'done', member: staffNameOf(found.member) }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    const { result } = error
    if (result.outcome !== 'closed' && result.outcome !== 'held') return result
    const row = await findClaimedCase(platform.db, id)
    if (result.outcome === 'held' && row && isClaimedByAnother(who, row))
      return { outcome: 'held', claim: claimOf(row) }
    const [last] = await listCaseDecisions(platform.db, profileId)
    return { outcome: 'closed', last: last ? viewDecision(last) : null }
  }
}

type CaseRow = NonNullable<Awaited<ReturnType<typeof findClaimedCase>>>

async function viewCase(platform: Platform, who: Actor, row: CaseRow): Promise<CaseResult> {
  const details: CaseHead = {
    id: row.id,
    name: staffNameOf(row.member),
    status: row.status,
    isSuspended: row.member.isSuspended,
    business: row.business,
    decisions: (await listCaseDecisions(platform.db, row.profileId)).map(viewDecision),
  }
  const { queuedAt } = row
  if (!queuedAt) return { outcome: 'closed', details }
  const part = await getPartInCase(platform.db, row.id, who)
  const waiting = await findWaitingRecord(platform.db, row.profileId)
  if (isLeft(part)) {
    const ownRecord = waiting?.recordedBy === who.userId ? waiting.id : null
    return { outcome: 'excluded', details, ownRecord }
  }
  if (!row.isClaimed) return { outcome: 'free', details }
  if (!hasClaimed(who, row)) return { outcome: 'held', details, claim: claimOf(row) }
  const { member, relationshipType, serviceBranch, serviceNumber, serviceDescription, declaredAt } = row
  return {
    outcome: 'open',
    details: {
      ...details,
      email: member.email,
      joinedAt: member.joinedAt,
      waitingSince: queuedAt,
      relationshipType,
      serviceBranch,
      maskedServiceNumber:
        serviceNumber && maskServiceNumber(openServiceNumber(platform.vault, row.profileId, serviceNumber)),
      serviceDescription,
      declaredAt,
      documents: await listDocuments(platform, who, row.profileId),
      record: await viewRecord(platform, who, row.profileId),
      canUphold: await canUphold(platform.db, row.profileId),
      objection: objectionOf(details.decisions),
      isAlone: part === 'alone',
      names: await findNameChange(platform.db, row.id),
    },
  }
}

/** A member's documents, oldest first, with whether the actor has opened them. */
async function listDocuments(platform: Platform, { userId }: Actor, profileId: string): Promise<CaseDocument[]> {
  const documents = (await unsafeListDocuments(platform, profileId)).toReversed()
  const ids = documents.map(({ id }) => id)
  const opened = await listOpened(platform.db, userId, ids)
  return documents.map((document) => ({ ...document, isOpened: opened.has(document.id) }))
}

async function viewRecord(
  { db }: Pick<Platform, 'db'>,
  { userId }: Actor,
  profileId: string,
): Promise<RecordView | null> {
  const record = await findWaitingRecord(db, profileId)
  if (!record) return null
  const { id, basis, words, recordedAt, recordedBy, recorder } = record
  return { id, basis, words, recordedAt, by: recorder && staffNameOf(recorder), isOwn: recordedBy === userId }
}

/** The appeal or reopening that a waiting case is about; null where it is about neither. */
function objectionOf(decisions: CaseDecisionView[]): CaseDecisionView | null {
  const last = decisions.find(({ decision }) => decision !== 'more-needed' && decision !== 'confirmed')
  return last?.decision === 'appealed' || last?.decision === 'reopened' ? last : null
}

function hasClaimed({ userId }: Actor, row: CaseRow): boolean {
  return row.queuedAt !== null && row.isClaimed && row.claimedBy === userId
}

function isClaimedByAnother({ userId }: Actor, row: CaseRow): boolean {
  return row.isClaimed && row.claimedBy !== null && row.claimedBy !== userId
}

function claimOf({ claimant, claimedAt }: CaseRow): Claim {
  return { by: claimant ? staffNameOf(claimant) : 'Another reviewer', since: claimedAt ?? new Date() }
}

function viewDecision({ reviewer, ...row }: Awaited<ReturnType<typeof listCaseDecisions>>[number]): CaseDecisionView {
  const { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis } = row
  const isSeenByOne = row.isSeenByOne ?? false
  const by = reviewer && staffNameOf(reviewer)
  return { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis, isSeenByOne, by }
}

function reasonDetail(verdict: Verdict, reason: RejectionReason | undefined): Record<string, unknown> {
  return verdict === 'reject' && reason ? { reason } : {}
}

function audit(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  profileId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
