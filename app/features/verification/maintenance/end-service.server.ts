import { setVerificationEnd } from '#app/features/profile/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { PostponedEnds } from '../model.ts'
import { canAllowEnds } from '../policy.server.ts'
import { findCase, updateCase } from '../queries.server.ts'
import { endsLimit, endToAnnounce, noticeDays, spreadEnds } from '../rules.ts'
import { lockVerified } from '../transitions.server.ts'
import { countEnds, countPostponed, countVerified, listEndsOf, listPostponed, lockEnds } from './end-queries.server.ts'

const dayMs = 86_400_000

/**
 * Saves the end of a verification after its reminder was sent. Does nothing if it has an end already, or was confirmed or
 * withdrawn since `verifiedAt`.
 */
export async function writeAnnouncedEnd(
  platform: Pick<Platform, 'db' | 'jobs' | 'verificationTerms'>,
  userId: string,
  verifiedAt: string,
): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    await lockEnds(transaction)
    if (!(await lockVerified(platform, transaction, userId))) return
    const row = await findCase(transaction, userId)
    if (row?.verifiedAt?.toISOString() !== verifiedAt || row.endsAt) return
    const endsAt = endToAnnounce(row.verifiedAt, platform.verificationTerms, new Date())
    await setVerificationEnd(transaction, [userId], endsAt)
    await updateCase(transaction, userId, { announcedEndAt: endsAt, isEndAllowed: false })
    await moveSurplus(transaction)
  })
}

/** Postpones ends if too many would fall on a day. */
export async function spreadPlannedEnds({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockEnds(transaction)
    await moveSurplus(transaction)
  })
}

async function moveSurplus(transaction: Database): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const { from, to, count } of spreadEnds(await countEnds(transaction), await countVerified(transaction), today)) {
    await setVerificationEnd(transaction, await listEndsOf(transaction, from, count), new Date(to * dayMs))
  }
}

/** Counts postponed ends; null for none. For admins. */
export async function getPostponedEnds(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<PostponedEnds | null> {
  requirePermission(actor, canAllowEnds)
  const { count, lastEndsAt } = await countPostponed(db)
  return lastEndsAt && { count, lastEndsAt, limit: endsLimit(await countVerified(db)) }
}

/**
 * Lets postponed verifications end on their announced day, with an admin's approval. If that day is past or near, they end after
 * the notice period of a reminder. Returns how many.
 */
export async function allowEnds({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<number> {
  const who = requirePermission(actor, canAllowEnds)
  return db.transaction(async (transaction) => {
    await lockEnds(transaction)
    const rows = await listPostponed(transaction)
    const soonest = Math.ceil((Date.now() + noticeDays * dayMs) / dayMs) * dayMs
    for (const { id, announced_end_at, ends_at } of rows) {
      const endsAt = Math.min(Number(new Date(ends_at)), Math.max(Number(new Date(announced_end_at)), soonest))
      await setVerificationEnd(transaction, [id], new Date(endsAt))
      await updateCase(transaction, id, { isEndAllowed: true })
      await recordAudit(transaction, {
        actor: who,
        action: 'verification.end.allowed',
        subjectType: 'profile',
        subjectId: id,
      })
    }
    return rows.length
  })
}
