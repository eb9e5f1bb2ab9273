import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { type AuditAction, recordAudit } from '#app/platform/.server/security/audit.ts'
import { openServiceNumber } from '../documents/seal.server.ts'
import { sendInReview } from '../mails.server.ts'
import { canReviewCases } from '../policy.server.ts'
import { type CaseResult, hasClaimed, viewCase } from './case-view.server.ts'
import { canReview, isLeft } from './policy.server.ts'
import { findClaimedCase, getPartInCase, lockCase, writeClaim } from './queries.server.ts'

/** Reads as much of a case as the actor may see: the whole of it only for the reviewer who has claimed it. */
export async function getCase(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<CaseResult> {
  const who = requirePermission(actor, canReviewCases)
  const row = isUuid(id) ? await findClaimedCase(platform.db, id) : null
  if (!row) return { outcome: 'not-found' }
  if (!canReview(who, 'claim', row.profileId)) return { outcome: 'own' }
  return viewCase(platform, who, row)
}

export type ClaimResult = 'claimed' | 'held' | 'own' | 'excluded' | 'closed' | 'not-found'

/**
 * Claims a waiting case for the actor, or returns why not. `takeOver` replaces another reviewer's claim. A claim lapses
 * half an hour after it was last renewed; calling this again renews it. The member is emailed once per submission that the
 * review has started.
 */
export async function claimCase(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<ClaimResult> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const row = await lockCase(transaction, id)
    if (!row) return 'not-found'
    if (!canReview(who, 'claim', row.profileId)) return 'own'
    if (!row.queuedAt) return 'closed'
    if (isLeft(await getPartInCase(transaction, id, who))) return 'excluded'
    const before = row.isClaimed ? row.claimedBy : null
    if (before !== null && before !== who.userId && !takeOver) return 'held'
    await writeClaim(transaction, id, who.userId)
    // Renewing one's own claim needs no audit entry, email or announcement.
    if (before === who.userId) return 'claimed'
    await audit(transaction, who, 'verification.claimed', row.profileId, before ? { takenFrom: before } : {})
    const submission = `${id}:${row.queuedAt.toISOString()}`
    await jobs.enqueue(transaction, sendInReview, { userId: row.profileId, submission }, { event: submission })
    await announce(transaction, 'queue')
    return 'claimed'
  })
}

/** Returns a case to the queue; false where the actor had not claimed it. */
export async function releaseCase({ db }: Pick<Platform, 'db'>, actor: Actor | null, id: string): Promise<boolean> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    const row = await lockCase(transaction, id)
    if (!row || row.claimedBy !== who.userId) return false
    await writeClaim(transaction, id, null)
    await audit(transaction, who, 'verification.released', row.profileId)
    await announce(transaction, 'queue')
    return true
  })
}

/** The full service number of a case the actor has claimed; null where they have not, or where there is no number. */
export async function getServiceNumber(
  platform: Pick<Platform, 'db' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<string | null> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(id)) return null
  return platform.db.transaction(async (transaction) => {
    const row = await findClaimedCase(transaction, id)
    if (!row || !hasClaimed(who, row) || !canReview(who, 'read the service number of', row.profileId)) return null
    if (row.serviceNumber === null) return null
    await audit(transaction, who, 'verification.service-number.read', row.profileId)
    return openServiceNumber(platform.vault, row.profileId, row.serviceNumber)
  })
}

function audit(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  profileId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
