import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { type AuditAction, recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { openSealedMilitaryServiceNumber } from '../documents/seal.server.ts'
import { sendVerificationInReviewMail } from '../mails.server.ts'
import { canReviewVerifications } from '../policy.server.ts'
import {
  hasReviewerClaimedCase,
  type VerificationCaseForReviewerResult,
  viewVerificationCaseAsReviewer,
} from './case-view.server.ts'
import { canReviewVerificationOfMember } from './policy.server.ts'
import {
  findVerificationCaseForReview,
  getConflictOfInterestLevelInCase,
  lockVerificationCase,
  writeVerificationCaseClaim,
} from './queries.server.ts'

/** Reads as much of a case as the actor may see: the whole of it only for the reviewer who has claimed it. */
export async function getVerificationCaseForReviewer(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<VerificationCaseForReviewerResult> {
  const who = requirePermission(actor, canReviewVerifications)
  const row = isUuid(id) ? await findVerificationCaseForReview(platform.db, id) : null
  if (!row) return { outcome: 'not-found' }
  if (!canReviewVerificationOfMember(who, 'claim', row.profileId)) return { outcome: 'own' }
  return viewVerificationCaseAsReviewer(platform, who, row)
}

export type ClaimVerificationCaseResult = 'claimed' | 'held' | 'own' | 'excluded' | 'closed' | 'not-found'

/**
 * Claims a waiting case for the actor, or returns why not. `takeOver` replaces another reviewer's claim. A claim lapses
 * half an hour after it was last renewed; calling this again renews it. The member is emailed once per submission that the
 * review has started.
 */
export async function claimVerificationCase(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<ClaimVerificationCaseResult> {
  const who = requirePermission(actor, canReviewVerifications)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const row = await lockVerificationCase(transaction, id)
    if (!row) return 'not-found'
    if (!canReviewVerificationOfMember(who, 'claim', row.profileId)) return 'own'
    if (!row.queuedAt) return 'closed'
    if (isStaffBarredByConflictOfInterest(await getConflictOfInterestLevelInCase(transaction, id, who)))
      return 'excluded'
    const before = row.isClaimed ? row.claimedBy : null
    if (before !== null && before !== who.userId && !takeOver) return 'held'
    await writeVerificationCaseClaim(transaction, id, who.userId)
    // Renewing one's own claim needs no audit entry, email or announcement.
    if (before === who.userId) return 'claimed'
    await audit(transaction, who, 'verification.claimed', row.profileId, before ? { takenFrom: before } : {})
    const submission = `${id}:${row.queuedAt.toISOString()}`
    await jobs.enqueue(
      transaction,
      sendVerificationInReviewMail,
      { userId: row.profileId, submission },
      { event: submission },
    )
    await announceLiveEvent(transaction, 'queue')
    return 'claimed'
  })
}

/** Returns a case to the queue; false where the actor had not claimed it. */
export async function releaseVerificationCase(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<boolean> {
  const who = requirePermission(actor, canReviewVerifications)
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    const row = await lockVerificationCase(transaction, id)
    if (!row || row.claimedBy !== who.userId) return false
    await writeVerificationCaseClaim(transaction, id, null)
    await audit(transaction, who, 'verification.released', row.profileId)
    await announceLiveEvent(transaction, 'queue')
    return true
  })
}

/** The full service number of a case the actor has claimed; null where they have not, or where there is no number. */
export async function revealMilitaryServiceNumber(
  platform: Pick<Platform, 'db' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<string | null> {
  const who = requirePermission(actor, canReviewVerifications)
  if (!isUuid(id)) return null
  return platform.db.transaction(async (transaction) => {
    const row = await findVerificationCaseForReview(transaction, id)
    if (
      !row ||
      !hasReviewerClaimedCase(who, row) ||
      !canReviewVerificationOfMember(who, 'read the service number of', row.profileId)
    )
      return null
    if (row.serviceNumber === null) return null
    await audit(transaction, who, 'verification.service-number.read', row.profileId)
    return openSealedMilitaryServiceNumber(platform.vault, row.profileId, row.serviceNumber)
  })
}

function audit(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  profileId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEvent(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
