import {
  lockAndCheckUnrecordedVerificationEnd,
  transitionVerificationStatus,
} from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { sendVerificationLapsedMail } from './mails.server.ts'
import { findLastVerificationDecisionOfMember, updateVerificationCaseOfMember } from './queries.server.ts'
import {
  confirmVerificationBasisRecord,
  endVerificationBasisRecordOfMember,
  revertBasisRecordChangesOfDecision,
  writeVerificationBasisRecord,
} from './records/service.server.ts'
import {
  type VerificationTransition,
  verificationDecisionUndoSeconds,
  verificationStatusAfterTransition,
} from './rules.ts'

type Queue = Pick<Platform, 'jobs'>

/** Locks a member's profile until the transaction ends and returns whether they are verified. */
export async function lockMemberReturningWhetherVerified(
  platform: Queue,
  transaction: Database,
  profileId: string,
): Promise<boolean> {
  await lapseVerificationIfEndPassed(platform, transaction, profileId)
  return transitionVerificationStatus(transaction, profileId, (status) => (status === 'Verified' ? status : undefined))
}

/** What an approval rests on: the documents that the reviewer opened, or the record of what was seen instead, which it confirms. */
export type VerificationApprovalBasis = { decisionId: string } & (
  | { basis: 'documents' }
  | { basis: 'record'; recordId: string; isAlone: boolean }
)

/**
 * Changes the status of a member's verification and records the change in the audit log. The profile stays locked until
 * the transaction ends, so concurrent changes to one member are serialised. Returns false where the current status does
 * not allow the transition. What the verification rested on ends with it; `decisionId` is the decision that ended it, with which it
 * can come back. Nobody becomes verified here, but by {@link approveVerification}.
 */
export async function transitionVerification(
  platform: Queue,
  transaction: Database,
  actor: Pick<Actor, 'userId'> | null,
  profileId: string,
  move: Exclude<VerificationTransition, 'lapse' | 'approve'>,
  { decisionId }: { decisionId?: string | undefined } = {},
): Promise<boolean> {
  await lapseVerificationIfEndPassed(platform, transaction, profileId)
  const moved = await transitionAndAudit(transaction, actor, profileId, move)
  if (!moved || moved.from === moved.to) return moved !== null
  if (move === 'undo') {
    const last = await findLastVerificationDecisionOfMember(transaction, profileId)
    if (last && (await revertBasisRecordChangesOfDecision(transaction, last.id))) return true
  }
  await endVerificationBasisRecordOfMember(transaction, profileId, { decisionId })
  return true
}

/** Verifies a member, and writes down what that rests on. Returns false where their status does not allow it. */
export async function approveVerification(
  platform: Queue,
  transaction: Database,
  actor: Pick<Actor, 'userId'>,
  profileId: string,
  rest: VerificationApprovalBasis,
): Promise<boolean> {
  await lapseVerificationIfEndPassed(platform, transaction, profileId)
  if (!(await transitionAndAudit(transaction, actor, profileId, 'approve'))) return false
  const { decisionId } = rest
  if (rest.basis === 'documents') {
    const confirmed = { by: null, decisionId }
    await writeVerificationBasisRecord(transaction, {
      profileId,
      basis: 'documents',
      recordedBy: actor.userId,
      confirmed,
    })
    return true
  }
  const confirmed = { by: actor.userId, isAlone: rest.isAlone, decisionId }
  if (await confirmVerificationBasisRecord(transaction, rest.recordId, confirmed)) return true
  throw new Error('a verification must rest on a record')
}

/**
 * Stores the end of a verification whose end date has passed. Every reader compares the date with the clock, so it counts
 * as ended before this runs. The daily maintenance runs it for all members; a transition runs it first, so that it starts
 * from the status that the member sees.
 */
export async function lapseVerificationIfEndPassed(
  { jobs }: Queue,
  transaction: Database,
  profileId: string,
): Promise<void> {
  if (!(await lockAndCheckUnrecordedVerificationEnd(transaction, profileId))) return
  await lapseVerification(transaction, profileId)
  const lapsedAt = new Date().toISOString()
  await jobs.enqueue(
    transaction,
    sendVerificationLapsedMail,
    { userId: profileId, lapsedAt },
    { event: `${profileId}:${lapsedAt}` },
  )
}

/** Ends a verification so that its member can confirm it afresh. Returns false where there is none. */
export async function lapseVerification(transaction: Database, profileId: string): Promise<boolean> {
  if (!(await transitionAndAudit(transaction, null, profileId, 'lapse'))) return false
  await endVerificationBasisRecordOfMember(transaction, profileId)
  await updateVerificationCaseOfMember(transaction, profileId, {
    verifiedAt: null,
    consent: false,
    declarationText: null,
    declarationAcceptedAt: null,
  })
  return true
}

async function transitionAndAudit(
  transaction: Database,
  actor: Pick<Actor, 'userId'> | null,
  profileId: string,
  move: VerificationTransition,
): Promise<{ from: VerificationStatus | null; to: VerificationStatus | null } | null> {
  let from: VerificationStatus | null = null
  let to: VerificationStatus | null = null
  const decide = (status: VerificationStatus | null) => {
    from = status
    const after = verificationStatusAfterTransition(status, move)
    to = after ?? null
    return after
  }
  // Nobody outside sees an approval while it can be undone.
  const moved = await transitionVerificationStatus(transaction, profileId, decide, verificationDecisionUndoSeconds)
  if (!moved) return null
  if (from === to) return { from, to }
  await recordAuditEvent(transaction, {
    actor,
    action: 'verification.status.changed',
    subjectType: 'profile',
    subjectId: profileId,
    detail: { move, from, to },
  })
  return { from, to }
}
