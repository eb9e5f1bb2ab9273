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

/** Holds a member's profile until the transaction ends, and says whether they are verified. */
export async function lockVerified(platform: Queue, transaction: Database, profileId: string): Promise<boolean> {
  await writeEnd(platform, transaction, profileId)
  return writeVerificationStatus(transaction, profileId, (status) => (status === 'Verified' ? status : undefined))
}

/**
 * Makes a move of a member's verification and writes it down; the member's profile is held until the transaction ends,
 * so whatever follows in it happens to them one at a time. False for a move that cannot be made from where it stands.
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
 * Writes down that a verification has ended, once its day has come: by the clock it has ended before. The daily maintenance does
 * so for everybody; whoever moves sooner does so first, and so finds their verification as it is shown to them.
 */
export async function writeEnd({ jobs }: Queue, transaction: Database, profileId: string): Promise<void> {
  if (!(await hasUnwrittenEnd(transaction, profileId))) return
  await transitionAndAudit(transaction, null, profileId, 'lapse')
  await updateCase(transaction, profileId, {
    verifiedAt: null,
    consent: false,
    declarationText: null,
    declarationAcceptedAt: null,
  })
  const lapsedAt = new Date().toISOString()
  await jobs.enqueue(transaction, sendLapsed, { userId: profileId, lapsedAt }, { event: `${profileId}:${lapsedAt}` })
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
