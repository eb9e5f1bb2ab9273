import { hasUnwrittenEnd, moveVerificationStatus } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendLapsed } from './job-kinds.ts'
import { updateCase } from './queries.server.ts'
import { type Move, statusAfter } from './rules.ts'

type Queue = Pick<Platform, 'jobs'>

/** Holds a member's profile until the transaction ends, and says whether they are verified. */
export async function holdVerified(platform: Queue, transaction: Database, profileId: string): Promise<boolean> {
  await writeEnd(platform, transaction, profileId)
  return moveVerificationStatus(transaction, profileId, (status) => (status === 'Verified' ? status : undefined))
}

/**
 * Makes a move of a member's verification and writes it down; the member's profile is held until the transaction ends,
 * so whatever follows in it happens to them one at a time. False for a move that cannot be made from where it stands.
 */
export async function makeMove(
  platform: Queue,
  transaction: Database,
  actor: Pick<Actor, 'userId'> | null,
  profileId: string,
  move: Exclude<Move, 'lapse'>,
): Promise<boolean> {
  await writeEnd(platform, transaction, profileId)
  return moveAndAudit(transaction, actor, profileId, move)
}

/**
 * Writes down that a verification has ended, once its day has come: by the clock it has ended before. The day's upkeep does
 * so for everybody; whoever moves sooner does so first, and so finds their verification as it is shown to them.
 */
export async function writeEnd({ jobs }: Queue, transaction: Database, profileId: string): Promise<void> {
  if (!(await hasUnwrittenEnd(transaction, profileId))) return
  await moveAndAudit(transaction, null, profileId, 'lapse')
  await updateCase(transaction, profileId, {
    verifiedAt: null,
    consent: false,
    declarationText: null,
    declarationAcceptedAt: null,
  })
  const lapsedAt = new Date().toISOString()
  await jobs.enqueue(transaction, sendLapsed, { userId: profileId, lapsedAt }, { event: `${profileId}:${lapsedAt}` })
}

async function moveAndAudit(
  transaction: Database,
  actor: Pick<Actor, 'userId'> | null,
  profileId: string,
  move: Move,
): Promise<boolean> {
  let from: VerificationStatus | null = null
  let to: VerificationStatus | null | undefined
  const moved = await moveVerificationStatus(transaction, profileId, (status) => {
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
