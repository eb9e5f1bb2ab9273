import { hasUnwrittenEnd, writeVerificationStatus } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendLapsed } from './mails.server.ts'
import { updateCase } from './queries.server.ts'
import { statusAfter, type Transition } from './rules.ts'

type Queue = Pick<Platform, 'jobs'>

/** Locks a member's profile until the transaction ends and returns whether they are verified. */
export async function lockVerified(platform: Queue, transaction: Database, profileId: string): Promise<boolean> {
  await writeEnd(platform, transaction, profileId)
  return writeVerificationStatus(transaction, profileId, (status) => (status === 'Verified' ? status : undefined))
}

/**
 * Changes the status of a member's verification and records the change in the audit log. The profile stays locked until
 * the transaction ends, so concurrent changes to one member are serialised. Returns false where the current status does
 * not allow the transition.
 */
export async function transition(
  platform: Queue,
  transaction: Database,
  actor: Pick<Actor, 'userId'> | null,
  profileId: string,
  move: Exclude<Transition, 'lapse'>,
): Promise<boolean> {
  await writeEnd(platform, transaction, profileId)
  return transitionAndAudit(transaction, actor, profileId, move)
}

/**
 * Stores the end of a verification whose end date has passed. Every reader compares the date with the clock, so it counts
 * as ended before this runs. The daily maintenance runs it for all members; a transition runs it first, so that it starts
 * from the status that the member sees.
 */
export async function writeEnd({ jobs }: Queue, transaction: Database, profileId: string): Promise<void> {
  if (!(await hasUnwrittenEnd(transaction, profileId))) return
  await lapse(transaction, profileId)
  const lapsedAt = new Date().toISOString()
  await jobs.enqueue(transaction, sendLapsed, { userId: profileId, lapsedAt }, { event: `${profileId}:${lapsedAt}` })
}

/** Ends a verification so that its member can confirm it afresh. Returns false where there is none. */
export async function lapse(transaction: Database, profileId: string): Promise<boolean> {
  if (!(await transitionAndAudit(transaction, null, profileId, 'lapse'))) return false
  await updateCase(transaction, profileId, {
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
  move: Transition,
): Promise<boolean> {
  let from: VerificationStatus | null = null
  let to: VerificationStatus | null | undefined
  const moved = await writeVerificationStatus(transaction, profileId, (status) => {
    from = status
    to = statusAfter(status, move)
    return to
  })
  if (!moved || from === to) return moved
  await recordAudit(transaction, {
    actor,
    action: 'verification.status.changed',
    subjectType: 'profile',
    subjectId: profileId,
    detail: { move, from, to },
  })
  return true
}
