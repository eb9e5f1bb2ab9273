import { businessVisibilityStatusOf } from '#app/features/businesses/rules.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { verificationReviewWorkingDays } from '#app/features/verification/rules.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { workingDaysSince } from '#app/lib/working-days.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import type {
  AdminCounts,
  BusinessRowForStaff,
  ProfileRowForStaff,
  QueuedVerificationCase,
  RemovedTradeWithBusinessCount,
} from './model.ts'
import { canListMembersAndBusinesses, canReadVerificationQueue } from './policy.server.ts'
import {
  changeVersionOfVerificationQueue,
  countAdminTotals,
  countPendingVerifications,
  findNextClaimableCaseId,
  listBusinessesForStaff,
  listProfilesForStaff,
  listRemovedTradesStillOnBusinesses,
  listSubmissionTimesOfWaitingCases,
  listVerificationQueue,
} from './queries.server.ts'
import type { VerificationQueueOrder } from './rules.ts'

/** The counts the staff see: reviewers those of verifications alone. Totals may be ten seconds old; what waits is not. */
export async function getAdminCounts(
  { db, totalsCache }: Pick<Platform, 'db' | 'totalsCache'>,
  actor: Actor | null,
): Promise<AdminCounts> {
  const who = requirePermission(actor, canReadVerificationQueue)
  const [pending, totals] = await Promise.all([
    countPendingVerifications(db),
    totalsCache.getOrLoad('rows', () => countAdminTotals(db)),
  ])
  const { users, businesses, verifications } = totals
  return {
    verifications,
    pending,
    ...(canListMembersAndBusinesses(who) ? { users, businesses } : { users: null, businesses: null }),
  }
}

/** A version string of the queue, which differs after each change. */
export function getVerificationQueueChangeVersion({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<string> {
  requirePermission(actor, canReadVerificationQueue)
  return changeVersionOfVerificationQueue(db)
}

/** A page of the cases that wait for a decision. */
export async function getVerificationQueue(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  order: VerificationQueueOrder,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<QueuedVerificationCase>> {
  const who = requirePermission(actor, canReadVerificationQueue)
  const { rows, ...places } = await listVerificationQueue(db, who, order, pageRequest)
  return {
    ...places,
    rows: rows.map(({ id, profileId, member, queuedAt, isClaimed, claimedBy, claimant, ...service }) => ({
      id,
      name: memberNameForStaff(member),
      ...service,
      waitingSince: queuedAt ?? new Date(),
      reviewer: isClaimed && claimant ? { name: memberNameForStaff(claimant), isSelf: claimedBy === who.userId } : null,
      isOwn: profileId === who.userId,
    })),
  }
}

/**
 * The next case the actor can claim, after another case or from the top of the queue; null where there is none.
 */
export async function getNextClaimableCaseId(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  current: string | null,
  order: VerificationQueueOrder,
): Promise<string | null> {
  const who = requirePermission(actor, canReadVerificationQueue)
  return current === null || isUuid(current) ? findNextClaimableCaseId(db, { actor: who, order, current }) : null
}

/** Number of cases that have waited longer than promised. */
export async function countOverdueVerificationCases(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  now: Date,
): Promise<number> {
  requirePermission(actor, canReadVerificationQueue)
  const waiting = await listSubmissionTimesOfWaitingCases(
    db,
    new Date(now.getTime() - verificationReviewWorkingDays * 86_400_000),
  )
  return waiting.filter((since) => workingDaysSince(since, now) > verificationReviewWorkingDays).length
}

/** A page of the businesses, newest first, filtered by a search term where there is one. */
export async function getBusinessesForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  term: string | null,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<BusinessRowForStaff>> {
  requirePermission(actor, canListMembersAndBusinesses)
  const { rows, ...places } = await listBusinessesForStaff(db, term, pageRequest)
  return {
    ...places,
    rows: rows.map(({ isOwnerVerified, isOwnerApproved, isOwnerSuspended, owner, ...business }) => ({
      ...business,
      status: businessVisibilityStatusOf({
        isActive: business.isActive,
        isOwnerVerified,
        isOwnerApproved,
        isOwnerSuspended,
      }),
      owner: owner && { name: memberNameForStaff(owner), email: owner.email },
    })),
  }
}

/** The trades that were removed from content/trades.yaml while businesses have them. For admins. */
export async function getRemovedTradesStillOnBusinesses(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<RemovedTradeWithBusinessCount[]> {
  requirePermission(actor, canListMembersAndBusinesses)
  return listRemovedTradesStillOnBusinesses(db)
}

/** A page of the members, newest first, filtered by a search term where there is one. */
export async function getProfilesForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  term: string | null,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ProfileRowForStaff>> {
  const { userId } = requirePermission(actor, canListMembersAndBusinesses)
  const { rows, ...places } = await listProfilesForStaff(db, term, pageRequest)
  return {
    ...places,
    rows: rows.map(({ firstName, lastName, displayName, ...profile }) => ({
      ...profile,
      name: memberNameForStaff({ firstName, lastName, displayName }),
      isSelf: profile.id === userId,
    })),
  }
}
