import { endSessionsOfUser } from '#app/features/account/service.server.ts'
import { getEmailUndeliverableSince } from '#app/features/account/undeliverable-service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { sendMemberSuspensionChangeMail } from './mails.server.ts'
import type { MemberForSuspension, MemberSuspension } from './model.ts'
import { canManageMemberSuspensions, canSuspendMember, requireStaffMayDecide } from './policy.server.ts'
import {
  findMemberForSuspension,
  findMemberSuspension,
  lockActiveAdmins,
  lockMemberForSuspension,
  writeOrClearMemberSuspension,
} from './queries.server.ts'
import { memberNameForStaff } from './rules.ts'

/** Returns a member for an admin who is about to suspend or reinstate them; null if there is none. */
export async function getMemberForSuspension(
  platform: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  memberId: string,
): Promise<MemberForSuspension | null> {
  const who = requirePermission(actor, canManageMemberSuspensions)
  const row = isUuid(memberId) ? await findMemberForSuspension(platform.db, memberId) : null
  if (!row) return null
  return {
    id: row.id,
    name: memberNameForStaff(row),
    email: row.personalEmail,
    undeliverableSince: await getEmailUndeliverableSince(platform, row.id),
    userType: row.userType,
    joinedAt: row.createdAt,
    suspendedAt: row.suspendedAt,
    suspensionReason: row.suspensionReason,
    isSelf: row.id === who.userId,
  }
}

export type MemberSuspensionResult = 'done' | 'unchanged' | 'not-found'

/**
 * Suspends a member in one transaction: they lose all rights, their listing is hidden, and they are emailed the reason. Their
 * sessions stay only to show the reason. Nobody can suspend themselves, so there is always an admin left.
 * @throws ActionNotAllowedError unless the actor is an admin, for the admin's own account, and where they have a part in it
 */
export function suspendMember(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
  reason: string,
): Promise<MemberSuspensionResult> {
  return change(platform, actor, memberId, reason)
}

/** Reinstates a suspended member, who has to sign in again. What was hidden is shown again. */
export function reinstateMember(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
): Promise<MemberSuspensionResult> {
  return change(platform, actor, memberId, null)
}

async function change(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  memberId: string,
  reason: string | null,
): Promise<MemberSuspensionResult> {
  const who = requirePermission(actor, canManageMemberSuspensions)
  const suspended = reason !== null
  if (!isUuid(memberId)) return 'not-found'
  if (!canSuspendMember(who, memberId)) throw new ActionNotAllowedError()
  return db.transaction(async (transaction) => {
    // If two admins suspend each other at once, the second waits here and is no longer an admin.
    const admins = await lockActiveAdmins(transaction)
    if (!admins.includes(who.userId)) throw new ActionNotAllowedError()
    const status = await lockMemberForSuspension(transaction, memberId)
    if (!status) return 'not-found'
    if (status.isSuspended === suspended) return 'unchanged'
    const isAlone = await requireStaffMayDecide(transaction, who, { member: memberId }, { areAdmins: true })
    await writeOrClearMemberSuspension(transaction, memberId, reason)
    if (!suspended) await endSessionsOfUser(transaction, memberId)
    await recordAuditEvent(transaction, {
      actor: who,
      action: suspended ? 'profile.suspended' : 'profile.reinstated',
      subjectType: 'profile',
      subjectId: memberId,
    })
    if (isAlone) {
      const action = 'profile.decided-alone'
      await recordAuditEvent(transaction, { actor: who, action, subjectType: 'profile', subjectId: memberId })
    }
    const changedAt = new Date().toISOString()
    await jobs.enqueue(transaction, sendMemberSuspensionChangeMail, { userId: memberId, suspended, changedAt })
    await announceLiveEvent(transaction, `member:${memberId}`)
    return 'done'
  })
}

/** Returns why a member is shut out; null if they are not. */
export function unsafeFindMemberSuspension(db: Database, userId: string): Promise<MemberSuspension | null> {
  return findMemberSuspension(db, userId)
}
