import type { Part } from '#app/features/profile/policy.server.ts'
import { nameOf } from '#app/features/profile/rules.ts'
import type { AuditAction } from '#app/lib/audit-actions.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, NotAllowed, requireStaff } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { announce } from '#app/platform/.server/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openServiceNumber } from '../documents/seal.server.ts'
import { unsafeListDocuments } from '../documents/service.server.ts'
import { sendDecision, sendInReview } from '../mails.server.ts'
import { insertDecision } from '../queries.server.ts'
import { type Decision, maskServiceNumber, type RejectionReason, undoSeconds } from '../rules.ts'
import type { CaseHead, Claim, DecisionView, OpenCase } from '../schema.ts'
import { transition } from '../transitions.server.ts'
import type { DecisionForm } from './form-schema.ts'
import { canReview } from './policy.server.ts'
import { findCase, findPartInCase, leaveQueue, listDecisions, lockCase, writeClaim } from './queries.server.ts'
import type { Verdict } from './schema.ts'

export type CaseResult =
  /** The actor has claimed it and may decide it. */
  | { outcome: 'open'; details: OpenCase }
  /** Nobody has claimed it; a reviewer sees the details only after claiming it. */
  | { outcome: 'free'; details: CaseHead }
  /** Another reviewer has claimed it. */
  | { outcome: 'held'; details: CaseHead; claim: Claim }
  /** It is the actor's own case. */
  | { outcome: 'own' }
  /** The actor reported its business, owned it, or had decided it before it was appealed or reopened: others decide. */
  | { outcome: 'excluded'; details: CaseHead }
  /** It is not waiting for a decision. */
  | { outcome: 'closed'; details: CaseHead }
  | { outcome: 'not-found' }

/** Reads as much of a case as the actor may see: the whole of it only for the reviewer who has claimed it. */
export async function getCase(platform: Platform, actor: Actor | null, id: string): Promise<CaseResult> {
  const who = requireStaff(actor)
  const row = isUuid(id) ? await findCase(platform.db, id) : null
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
  { db, jobs }: Platform,
  actor: Actor | null,
  id: string,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<ClaimResult> {
  const who = requireStaff(actor)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const row = await lockCase(transaction, id)
    if (!row) return 'not-found'
    if (!canReview(who, 'claim', row.profileId)) return 'own'
    if (!row.queuedAt) return 'closed'
    if (isLeft(await findPartInCase(transaction, id, who))) return 'excluded'
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
export async function releaseCase({ db }: Platform, actor: Actor | null, id: string): Promise<boolean> {
  const who = requireStaff(actor)
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
export async function readServiceNumber(platform: Platform, actor: Actor | null, id: string): Promise<string | null> {
  const who = requireStaff(actor)
  if (!isUuid(id)) return null
  return platform.db.transaction(async (transaction) => {
    const row = await findCase(transaction, id)
    if (!row || !hasClaimed(who, row) || !canReview(who, 'read the service number of', row.profileId)) return null
    if (row.serviceNumber === null) return null
    await audit(transaction, who, 'verification.service-number.read', row.profileId)
    return openServiceNumber(platform.vault, row.profileId, row.serviceNumber)
  })
}

export type DecisionResult =
  | { outcome: 'done'; member: string }
  /** Another reviewer decided it first (`last` is that decision), or the member withdrew. */
  | { outcome: 'closed'; last: DecisionView | null }
  | { outcome: 'held'; claim: Claim }
  /** The actor has a part in it, so another reviewer decides. */
  | { outcome: 'excluded' }
  | { outcome: 'not-found' }

const decisionOf: Record<Verdict, Decision> = { approve: 'approved', reject: 'rejected', 'ask-for-more': 'more-needed' }

/** Thrown to roll back the transaction when the actor cannot decide the case. */
class Undecided extends Error {
  readonly outcome: 'closed' | 'held' | 'excluded'

  constructor(outcome: 'closed' | 'held' | 'excluded') {
    super('the case cannot be decided')
    this.outcome = outcome
  }
}

/**
 * Decides a case, or asks the member for more. Status, decision, queue, audit entries and the email job are written in one
 * transaction. Of two concurrent decisions the first wins; the second gets 'closed'. The email about an approval or a rejection
 * waits until it can no longer be undone (`undo-service.server.ts`).
 * @throws NotAllowed where the case is the actor's own
 */
export async function decideCase(
  platform: Platform,
  actor: Actor | null,
  id: string,
  { verdict, reason, words }: DecisionForm,
): Promise<DecisionResult> {
  const who = requireStaff(actor)
  const found = isUuid(id) ? await findCase(platform.db, id) : null
  if (!found) return { outcome: 'not-found' }
  const { profileId } = found
  if (!canReview(who, 'decide', profileId)) throw new NotAllowed()
  try {
    await platform.db.transaction(async (transaction) => {
      // Locks the profile first, as every change of status does: a concurrent decision waits here, then sees the new status.
      const moved = await transition(platform, transaction, who, profileId, verdict)
      const row = await lockCase(transaction, id)
      if (!moved || !row?.queuedAt) throw new Undecided('closed')
      if (row.isClaimed && row.claimedBy !== who.userId) throw new Undecided('held')
      const part = await findPartInCase(transaction, id, who)
      if (isLeft(part)) throw new Undecided('excluded')
      const isDecidedAlone = part === 'alone'
      await leaveQueue(transaction, id, { verified: verdict === 'approve' })
      const { id: decisionId, decidedAt } = await insertDecision(transaction, {
        profileId,
        reviewerId: who.userId,
        decision: decisionOf[verdict],
        reason: verdict === 'reject' ? (reason ?? null) : null,
        words: verdict === 'approve' ? null : words || null,
        serviceBranchId: row.serviceBranchId,
        submittedAt: row.queuedAt,
        isDecidedAlone,
      })
      await audit(transaction, who, `verification.${decisionOf[verdict]}`, profileId, reasonDetail(verdict, reason))
      if (isDecidedAlone) await audit(transaction, who, 'verification.decided-alone', profileId)
      const startAfter = new Date(decidedAt.getTime() + undoSeconds * 1_000)
      await platform.jobs.enqueue(
        transaction,
        sendDecision,
        { decisionId },
        { event: decisionId, ...(verdict !== 'ask-for-more' && { startAfter }) },
      )
      await announce(transaction, 'queue')
    })
    return { outcome: 'done', member: nameOf(found.member) }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    if (error.outcome === 'excluded') return { outcome: 'excluded' }
    const row = await findCase(platform.db, id)
    if (error.outcome === 'held' && row && isClaimedByAnother(who, row)) return { outcome: 'held', claim: claimOf(row) }
    const [last] = await listDecisions(platform.db, profileId)
    return { outcome: 'closed', last: last ? viewDecision(last) : null }
  }
}

const isLeft = (part: Part) => part === 'owner' || part === 'others'

type CaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>

async function viewCase(platform: Platform, who: Actor, row: CaseRow): Promise<CaseResult> {
  const details: CaseHead = {
    id: row.id,
    name: nameOf(row.member),
    status: row.status,
    isSuspended: row.member.isSuspended,
    business: row.business,
    decisions: (await listDecisions(platform.db, row.profileId)).map(viewDecision),
  }
  const { queuedAt } = row
  if (!queuedAt) return { outcome: 'closed', details }
  const part = await findPartInCase(platform.db, row.id, who)
  if (isLeft(part)) return { outcome: 'excluded', details }
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
      // Oldest first.
      documents: (await unsafeListDocuments(platform, row.profileId)).toReversed(),
      contest: contestOf(details.decisions),
      isAlone: part === 'alone',
    },
  }
}

/** The appeal or reopening that a waiting case is about; null where it is about neither. */
function contestOf(decisions: DecisionView[]): DecisionView | null {
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
  return { by: claimant ? nameOf(claimant) : 'Another reviewer', since: claimedAt ?? new Date() }
}

function viewDecision({ reviewer, ...row }: Awaited<ReturnType<typeof listDecisions>>[number]): DecisionView {
  const { id, decision, reason, words, reply, decidedAt, isDecidedAlone } = row
  return { id, decision, reason, words, reply, decidedAt, isDecidedAlone, by: reviewer && nameOf(reviewer) }
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
