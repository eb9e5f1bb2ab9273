import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { canReviewVerificationOfMember } from '../decisions/policy.server.ts'
import {
  findMemberIdOfVerificationCase,
  getConflictOfInterestLevelInCase,
  lockVerificationCase,
} from '../decisions/queries.server.ts'
import { canReviewVerifications } from '../policy.server.ts'
import { lockMemberReturningWhetherVerified } from '../transitions.server.ts'
import type { ListedVerificationNameChange, VerificationNameChangeFilter } from './model.ts'
import {
  countVerificationNameChanges,
  deleteVerificationNameChange,
  findVerificationNameChange,
  listVerificationNameChanges,
} from './queries.server.ts'

/** The verified members who have changed a name that matters since they were checked, or whose business has; the last first. */
export async function getVerificationNameChanges(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: VerificationNameChangeFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ListedVerificationNameChange>> {
  const who = requirePermission(actor, canReviewVerifications)
  const { rows, ...places } = await listVerificationNameChanges(db, filter, pageRequest)
  return {
    ...places,
    rows: rows.map(({ profileId, member, ...row }) => ({
      ...row,
      staffName: memberNameForStaff(member),
      isOwn: profileId === who.userId,
    })),
  }
}

/** The most that are counted. */
const countedNameChangesMaximum = 100

/** How many there are; {@link countedNameChangesMaximum} at most. */
export async function getVerificationNameChangeCount(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<number> {
  requirePermission(actor, canReviewVerifications)
  return countVerificationNameChanges(db, countedNameChangesMaximum)
}

/**
 * Accepts what a verified member and their business are called now as checked.
 * @param seen what the page showed; see `VerificationNameChange`
 * @throws ActionNotAllowedError where the actor leaves the case to others
 */
export async function acceptVerificationNameChange(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  { caseId, seen }: { caseId: string; seen: string },
): Promise<'accepted' | 'changed'> {
  const who = requirePermission(actor, canReviewVerifications)
  const memberId = isUuid(caseId) ? await findMemberIdOfVerificationCase(platform.db, caseId) : null
  if (!memberId) return 'changed'
  if (!canReviewVerificationOfMember(who, 'decide', memberId)) throw new ActionNotAllowedError()
  return platform.db.transaction(async (transaction) => {
    // The profile first, as everything about a verification; a change of a name that comes now waits for the case.
    const isVerified = await lockMemberReturningWhetherVerified(platform, transaction, memberId)
    await lockVerificationCase(transaction, caseId)
    const part = await getConflictOfInterestLevelInCase(transaction, caseId, who)
    if (isStaffBarredByConflictOfInterest(part)) throw new ActionNotAllowedError()
    const change = isVerified ? await findVerificationNameChange(transaction, caseId) : null
    if (change?.seen !== seen) return 'changed'
    await deleteVerificationNameChange(transaction, caseId)
    await recordAuditEvent(transaction, {
      actor: who,
      action: 'verification.names-accepted',
      subjectType: 'profile',
      subjectId: memberId,
    })
    if (part === 'alone') {
      await recordAuditEvent(transaction, {
        actor: who,
        action: 'verification.decided-alone',
        subjectType: 'profile',
        subjectId: memberId,
      })
    }
    await announceLiveEvent(transaction, 'queue')
    return 'accepted'
  })
}
