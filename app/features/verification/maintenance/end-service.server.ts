import { setVerificationEndDateOfMembers } from '#app/features/profile/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { PostponedVerificationEndsSummary } from '../model.ts'
import { canAllowPostponedVerificationEnds } from '../policy.server.ts'
import { findVerificationCaseOfMember, updateVerificationCaseOfMember } from '../queries.server.ts'
import {
  maxVerificationEndsPerWindow,
  planVerificationEndPostponements,
  verificationEndDateToAnnounce,
  verificationEndNoticeDays,
} from '../rules.ts'
import { lockMemberReturningWhetherVerified } from '../transitions.server.ts'
import {
  countPostponedVerificationEnds,
  countVerificationEndsByDay,
  countVerifiedMembers,
  listMembersWithVerificationEndingOn,
  listPostponedVerificationEnds,
  lockVerificationEndPlanning,
} from './end-queries.server.ts'

const dayMs = 86_400_000

/**
 * Saves the end of a verification after its reminder was sent. Does nothing if it has an end already, or was confirmed or
 * withdrawn since `verifiedAt`.
 */
export async function writeAnnouncedVerificationEnd(
  platform: Pick<Platform, 'db' | 'jobs' | 'verificationTerms'>,
  userId: string,
  verifiedAt: string,
): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    await lockVerificationEndPlanning(transaction)
    if (!(await lockMemberReturningWhetherVerified(platform, transaction, userId))) return
    const row = await findVerificationCaseOfMember(transaction, userId)
    if (row?.verifiedAt?.toISOString() !== verifiedAt || row.endsAt) return
    const endsAt = verificationEndDateToAnnounce(row.verifiedAt, platform.verificationTerms, new Date())
    await setVerificationEndDateOfMembers(transaction, [userId], endsAt)
    await updateVerificationCaseOfMember(transaction, userId, { announcedEndAt: endsAt, isEndAllowed: false })
    await moveSurplus(transaction)
  })
}

/** Postpones ends if too many would fall on a day. */
export async function postponeSurplusVerificationEnds({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockVerificationEndPlanning(transaction)
    await moveSurplus(transaction)
  })
}

async function moveSurplus(transaction: Database): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const { from, to, count } of planVerificationEndPostponements(
    await countVerificationEndsByDay(transaction),
    await countVerifiedMembers(transaction),
    today,
  )) {
    await setVerificationEndDateOfMembers(
      transaction,
      await listMembersWithVerificationEndingOn(transaction, from, count),
      new Date(to * dayMs),
    )
  }
}

/** Counts postponed ends; null for none. For admins. */
export async function getPostponedVerificationEndsSummary(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<PostponedVerificationEndsSummary | null> {
  requirePermission(actor, canAllowPostponedVerificationEnds)
  const { count, lastEndsAt } = await countPostponedVerificationEnds(db)
  return lastEndsAt && { count, lastEndsAt, limit: maxVerificationEndsPerWindow(await countVerifiedMembers(db)) }
}

/**
 * Lets postponed verifications end on their announced day, with an admin's approval. If that day is past or near, they end after
 * the notice period of a reminder. Returns how many.
 */
export async function allowPostponedVerificationEnds(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<number> {
  const who = requirePermission(actor, canAllowPostponedVerificationEnds)
  return db.transaction(async (transaction) => {
    await lockVerificationEndPlanning(transaction)
    const rows = await listPostponedVerificationEnds(transaction)
    const soonest = Math.ceil((Date.now() + verificationEndNoticeDays * dayMs) / dayMs) * dayMs
    for (const { id, announced_end_at, ends_at } of rows) {
      const endsAt = Math.min(Number(new Date(ends_at)), Math.max(Number(new Date(announced_end_at)), soonest))
      await setVerificationEndDateOfMembers(transaction, [id], new Date(endsAt))
      await updateVerificationCaseOfMember(transaction, id, { isEndAllowed: true })
      await recordAuditEvent(transaction, {
        actor: who,
        action: 'verification.end.allowed',
        subjectType: 'profile',
        subjectId: id,
      })
    }
    return rows.length
  })
}
