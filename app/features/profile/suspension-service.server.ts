import { endSessionsOf } from '#app/features/account/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, NotAllowed, requireAdmin } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import { announce } from '#app/platform/.server/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendSuspension } from './job-kinds.ts'
import { canSuspend } from './policy.server.ts'
import { findMemberStanding, lockAdmins, lockStanding, writeSuspension } from './queries.server.ts'
import { nameOf } from './rules.ts'
import type { MemberStanding } from './schema.ts'

/** A member, for an admin who is about to suspend or reinstate them; null where there is none. */
export async function getMemberStanding(
  platform: Platform,
  actor: Actor | null,
  memberId: string,
): Promise<MemberStanding | null> {
  const who = requireAdmin(actor)
  const row = isUuid(memberId) ? await findMemberStanding(platform.db, memberId) : null
  if (!row) return null
  return {
    id: row.id,
    name: nameOf(row),
    email: row.personalEmail,
    userType: row.userType,
    joinedAt: row.createdAt,
    suspendedAt: row.suspendedAt,
    isSelf: row.id === who.userId,
  }
}

export type SuspensionResult = 'done' | 'unchanged' | 'not-found'

/**
 * Shuts a member out: their sessions end, their listing is hidden, and a mail tells them, in one transaction. As
 * nobody suspends themselves, there is always an admin left. @throws NotAllowed for anybody but an admin, and for an admin's own account
 */
export function suspendMember(platform: Platform, actor: Actor | null, memberId: string): Promise<SuspensionResult> {
  return change(platform, actor, memberId, true)
}

/** Lets a suspended member in again; what was hidden of theirs is shown as before. */
export function reinstateMember(platform: Platform, actor: Actor | null, memberId: string): Promise<SuspensionResult> {
  return change(platform, actor, memberId, false)
}

async function change(
  { db, jobs }: Platform,
  actor: Actor | null,
  memberId: string,
  suspended: boolean,
): Promise<SuspensionResult> {
  const who = requireAdmin(actor)
  if (!isUuid(memberId)) return 'not-found'
  if (!canSuspend(who, memberId)) throw new NotAllowed()
  return db.transaction(async (transaction) => {
    // Two admins who suspend each other at once: the second waits here, and finds that they are one no more.
    const admins = await lockAdmins(transaction)
    if (!admins.includes(who.userId)) throw new NotAllowed()
    const standing = await lockStanding(transaction, memberId)
    if (!standing) return 'not-found'
    if (standing.isSuspended === suspended) return 'unchanged'
    await writeSuspension(transaction, memberId, suspended)
    if (suspended) await endSessionsOf(transaction, memberId)
    await recordAudit(transaction, {
      actor: who,
      action: suspended ? 'profile.suspended' : 'profile.reinstated',
      subjectType: 'profile',
      subjectId: memberId,
    })
    const changedAt = new Date().toISOString()
    await jobs.enqueue(transaction, sendSuspension, { userId: memberId, suspended, changedAt })
    await announce(transaction, `member:${memberId}`)
    return 'done'
  })
}
