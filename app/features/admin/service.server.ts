import { businessStatusOf } from '#app/features/businesses/rules.ts'
import { staffNameOf } from '#app/features/profile/rules.ts'
import { reviewDays } from '#app/features/verification/rules.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { workingDaysSince } from '#app/lib/working-days.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import type { AdminCounts, ListedBusiness, ListedProfile, QueuedCase, RemovedTrade } from './model.ts'
import { canListMembers, canReadQueue } from './policy.server.ts'
import {
  countPending,
  countStoredRows,
  findNextCase,
  listBusinessesForStaff,
  listProfilesForStaff,
  listQueue,
  listRemovedTrades,
  listWaitingSince,
  versionOfQueue,
} from './queries.server.ts'
import type { QueueOrder } from './rules.ts'

/** The counts the staff see: reviewers those of verifications alone. Totals may be ten seconds old; what waits is not. */
export async function getAdminCounts(
  { db, totalsCache }: Pick<Platform, 'db' | 'totalsCache'>,
  actor: Actor | null,
): Promise<AdminCounts> {
  const who = requirePermission(actor, canReadQueue)
  const [pending, totals] = await Promise.all([
    countPending(db),
    totalsCache.getOrLoad('rows', () => countStoredRows(db)),
  ])
  const { users, businesses, verifications } = totals
  return {
    verifications,
    pending,
    ...(canListMembers(who) ? { users, businesses } : { users: null, businesses: null }),
  }
}

/** A version string of the queue, which differs after each change. */
export function getQueueVersion({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<string> {
  requirePermission(actor, canReadQueue)
  return versionOfQueue(db)
}

/** A page of the cases that wait for a decision. */
export async function getQueue(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  order: QueueOrder,
  pageRequest: PageRequest,
): Promise<Page<QueuedCase>> {
  const who = requirePermission(actor, canReadQueue)
  const { rows, ...places } = await listQueue(db, who, order, pageRequest)
  return {
    ...places,
    rows: rows.map(({ id, profileId, member, queuedAt, isClaimed, claimedBy, claimant, ...service }) => ({
      id,
      name: staffNameOf(member),
      ...service,
      waitingSince: queuedAt ?? new Date(),
      reviewer: isClaimed && claimant ? { name: staffNameOf(claimant), isSelf: claimedBy === who.userId } : null,
      isOwn: profileId === who.userId,
    })),
  }
}

/**
 * The next case the actor can claim, after another case or from the top of the queue; null where there is none.
 */
export async function getNextCase(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  current: string | null,
  order: QueueOrder,
): Promise<string | null> {
  const who = requirePermission(actor, canReadQueue)
  return current === null || isUuid(current) ? findNextCase(db, { actor: who, order, current }) : null
}

/** Number of cases that have waited longer than promised. */
export async function countOverdueCases({ db }: Pick<Platform, 'db'>, actor: Actor | null, now: Date): Promise<number> {
  requirePermission(actor, canReadQueue)
  const waiting = await listWaitingSince(db, new Date(now.getTime() - reviewDays * 86_400_000))
  return waiting.filter((since) => workingDaysSince(since, now) > reviewDays).length
}

/** A page of the businesses, newest first, filtered by a search term where there is one. */
export async function getBusinessesForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  term: string | null,
  pageRequest: PageRequest,
): Promise<Page<ListedBusiness>> {
  requirePermission(actor, canListMembers)
  const { rows, ...places } = await listBusinessesForStaff(db, term, pageRequest)
  return {
    ...places,
    rows: rows.map(({ isOwnerVerified, isOwnerApproved, isOwnerSuspended, owner, ...business }) => ({
      ...business,
      status: businessStatusOf({ isActive: business.isActive, isOwnerVerified, isOwnerApproved, isOwnerSuspended }),
      owner: owner && { name: staffNameOf(owner), email: owner.email },
    })),
  }
}

/** The trades that were removed from content/trades.yaml while businesses have them. For admins. */
export async function getRemovedTrades({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<RemovedTrade[]> {
  requirePermission(actor, canListMembers)
  return listRemovedTrades(db)
}

/** A page of the members, newest first, filtered by a search term where there is one. */
export async function getProfilesForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  term: string | null,
  pageRequest: PageRequest,
): Promise<Page<ListedProfile>> {
  const { userId } = requirePermission(actor, canListMembers)
  const { rows, ...places } = await listProfilesForStaff(db, term, pageRequest)
  return {
    ...places,
    rows: rows.map(({ firstName, lastName, displayName, ...profile }) => ({
      ...profile,
      name: staffNameOf({ firstName, lastName, displayName }),
      isSelf: profile.id === userId,
    })),
  }
}
