import { moveVerificationStatus } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { type Move, statusAfter } from './rules.ts'

/** Holds a member's profile until the transaction ends, and says whether they are verified. */
export function holdVerified(transaction: Database, profileId: string): Promise<boolean> {
  return moveVerificationStatus(transaction, profileId, (status) => (status === 'Verified' ? status : undefined))
}

/**
 * Makes a move of a member's verification and writes it down; the member's profile is held until the transaction ends,
 * so whatever follows in it happens to them one at a time. False for a move that cannot be made from where it stands.
 */
export async function makeMove(
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
