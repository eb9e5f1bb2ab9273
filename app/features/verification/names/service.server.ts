import { staffNameOf } from '#app/features/profile/rules.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { canReview } from '../decisions/policy.server.ts'
import { findCaseOwner, getPartInCase, lockCase } from '../decisions/queries.server.ts'
import { canReviewCases } from '../policy.server.ts'
import { lockVerified } from '../transitions.server.ts'
import type { ListedNameChange, NameFilter } from './model.ts'
import { countNameChanges, deleteNameChange, findNameChange, listNameChanges } from './queries.server.ts'

/** The verified members who have changed a name that matters since they were checked, or whose business has; the last first. */
export async function getNameChanges(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: NameFilter,
  pageRequest: PageRequest,
): Promise<Page<ListedNameChange>> {
  const who = requirePermission(actor, canReviewCases)
  const { rows, ...places } = await listNameChanges(db, filter, pageRequest)
  return {
    ...places,
    rows: rows.map(({ profileId, member, ...row }) => ({
      ...row,
      staffName: staffNameOf(member),
      isOwn: profileId === who.userId,
    })),
  }
}

/** The most that are counted. */
export const nameChangesCounted = 100

/** How many there are; {@link nameChangesCounted} at most. */
export async function getNameChangeCount({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<number> {
  requirePermission(actor, canReviewCases)
  return countNameChanges(db, nameChangesCounted)
}

/**
 * Accepts what a verified member and their business are called now as checked.
 * @param seen what the page showed; see `NameChange`
 * @throws NotAllowed where the actor leaves the case to others
 */
export async function acceptNames(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  { caseId, seen }: { caseId: string; seen: string },
): Promise<'accepted' | 'changed'> {
  const who = requirePermission(actor, canReviewCases)
  const memberId = isUuid(caseId) ? await findCaseOwner(platform.db, caseId) : null
  if (!memberId) return 'changed'
  if (!canReview(who, 'decide', memberId)) throw new NotAllowed()
  return platform.db.transaction(async (transaction) => {
    // The profile first, as everything about a verification; a change of a name that comes now waits for the case.
    const isVerified = await lockVerified(platform, transaction, memberId)
    await lockCase(transaction, caseId)
    const part = await getPartInCase(transaction, caseId, who)
    if (part === 'owner' || part === 'others') throw new NotAllowed()
    const change = isVerified ? await findNameChange(transaction, caseId) : null
    if (change?.seen !== seen) return 'changed'
    await deleteNameChange(transaction, caseId)
    await recordAudit(transaction, {
      actor: who,
      action: 'verification.names-accepted',
      subjectType: 'profile',
      subjectId: memberId,
    })
    if (part === 'alone') {
      await recordAudit(transaction, {
        actor: who,
        action: 'verification.decided-alone',
        subjectType: 'profile',
        subjectId: memberId,
      })
    }
    await announce(transaction, 'queue')
    return 'accepted'
  })
}
