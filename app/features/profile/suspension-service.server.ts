import { endSessionsOf } from '#app/features/account/service.server.ts'
import { getUndeliverableSince } from '#app/features/account/undeliverable-service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { sendSuspension } from './mails.server.ts'
import type { MemberStatus, Suspension } from './model.ts'
import { canManageMembers, canSuspend, requireNoPart } from './policy.server.ts'
import { findMemberStatus, findSuspension, lockAdmins, lockMemberStatus, writeSuspension } from './queries.server.ts'
import { staffNameOf } from './rules.ts'

/** Returns a member for an admin who is about to suspend or reinstate them; null if there is none. */
export async function getMemberStatus(
  platform: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  memberId: string,
): Promise<MemberStatus | null> {
  const who = requirePermission(actor, canManageMembers)
  const row = isUuid(memberId) ? await findMemberStatus(platform.db, memberId) : null
  if (!row) return null
  return {
    id: row.id,
    name: staffNameOf(row),
    email: row.personalEmail,
    undeliverableSince: await getUndeliverableSince(platform, row.id),
    userType: row.userType,
    joinedAt: row.createdAt,
    suspendedAt: row.suspendedAt,
    suspensionReason: row.suspensionReason,
    isSelf: row.id === who.userId,
  }
}

export type SuspensionResult = 'done' | 'unchanged' | 'not-found'

/**
 * Suspends a member in one transaction: they lose all rights, their listing is hidden, and they are emailed the reason. Their
 * sessions stay only to show the reason. Nobody can suspend themselves, so there is always an admin left.
 * @throws NotAllowed unless the actor is an admin, for the admin's own account, and where they have a part in it
 */
export function suspendMember(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
  reason: string,
): Promise<SuspensionResult> {
  return change(platform, actor, memberId, reason)
}

/** Reinstates a suspended member, who has to sign in again. What was hidden is shown again. */
export function reinstateMember(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
): Promise<SuspensionResult> {
  return change(platform, actor, memberId, null)
}

async function change(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
  reason: string | null,
): Promise<SuspensionResult> {
  const who = requirePermission(actor, canManageMembers)
  const suspended = reason !== null
  if (!isUuid(memberId)) return 'not-found'
  if (!canSuspend(who, memberId)) throw new NotAllowed()
  return db.transaction(async (transaction) => {
    // If two admins suspend each other at once, the second waits here and is no longer an admin.
    const admins = await lockAdmins(transaction)
    if (!admins.includes(who.userId)) throw new NotAllowed()
    const status = await lockMemberStatus(transaction, memberId)
    if (!status) return 'not-found'
    if (status.isSuspended === suspended) return 'unchanged'
    const isAlone = await requireNoPart(transaction, who, { member: memberId }, { areAdmins: true })
    await writeSuspension(transaction, memberId, reason)
    if (!suspended) await endSessionsOf(transaction, memberId)
    await recordAudit(transaction, {
      actor: who,
      action: suspended ? 'profile.suspended' : 'profile.reinstated',
      subjectType: 'profile',
      subjectId: memberId,
    })
    if (isAlone) {
      const action = 'profile.decided-alone'
      await recordAudit(transaction, { actor: who, action, subjectType: 'profile', subjectId: memberId })
    }
    const changedAt = new Date().toISOString()
    await jobs.enqueue(transaction, sendSuspension, { userId: memberId, suspended, changedAt })
    await announce(transaction, `member:${memberId}`)
    return 'done'
  })
}

/** Returns why a member is shut out; null if they are not. */
export function unsafeFindSuspension(db: Database, userId: string): Promise<Suspension | null> {
  return findSuspension(db, userId)
}
