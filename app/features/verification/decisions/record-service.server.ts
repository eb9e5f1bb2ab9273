import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { lockProfile } from '#app/features/profile/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { canReviewVerifications } from '../policy.server.ts'
import { findVerificationCaseOfMember as findMembersCase } from '../queries.server.ts'
import type { NonDocumentEvidenceInput } from '../records/form-schema.ts'
import {
  endVerificationBasisRecordOfMember,
  findOpenVerificationBasisRecordOfMember,
  writeVerificationBasisRecord,
} from '../records/service.server.ts'
import { canReviewVerificationOfMember } from './policy.server.ts'
import {
  findAppealOrReopeningKindOfMember,
  findMemberIdOfVerificationCase,
  getConflictOfInterestLevelInCase,
  hasUpholdableVerificationApproval,
  lockVerificationCase,
  writeVerificationCaseClaim,
} from './queries.server.ts'

export type RecordNonDocumentEvidenceResult =
  | { outcome: 'recorded'; isLeftToOthers: boolean }
  /** It is no appeal, or what was decided before it rests on nothing that anybody saw. */
  | { outcome: 'not-upheld' }
  /** The actor does not have the case any more, or a record waits already. */
  | { outcome: 'changed' }

/**
 * Records what the actor saw instead of documents, and returns the case to the queue for a second person. The actor no longer
 * decides it, unless they are an admin and nobody else can.
 * @throws ActionNotAllowedError where the case is the actor's own
 */
export async function recordNonDocumentEvidence(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  { seen, note }: NonDocumentEvidenceInput,
): Promise<RecordNonDocumentEvidenceResult> {
  const who = requirePermission(actor, canReviewVerifications)
  return changeCase(platform, id, async (transaction, profileId): Promise<RecordNonDocumentEvidenceResult> => {
    if (!canReviewVerificationOfMember(who, 'decide', profileId)) throw new ActionNotAllowedError()
    const row = await lockVerificationCase(transaction, id)
    if (!row?.queuedAt || row.claimedBy !== who.userId) return { outcome: 'changed' }
    if (isStaffBarredByConflictOfInterest(await getConflictOfInterestLevelInCase(transaction, id, who)))
      return { outcome: 'changed' }
    if (await findOpenVerificationBasisRecordOfMember(transaction, profileId)) return { outcome: 'changed' }
    if (seen === 'appeal-upheld' && !(await canUpholdVerificationAppeal(transaction, profileId)))
      return { outcome: 'not-upheld' }
    await writeVerificationBasisRecord(transaction, {
      profileId,
      basis: seen,
      words: note,
      recordedBy: who.userId,
      confirmed: null,
    })
    await writeVerificationCaseClaim(transaction, id, null)
    await audit(transaction, who, 'verification.record.written', profileId, { basis: seen })
    await announceLiveEvent(transaction, 'queue')
    return {
      outcome: 'recorded',
      isLeftToOthers: isStaffBarredByConflictOfInterest(await getConflictOfInterestLevelInCase(transaction, id, who)),
    }
  })
}

/**
 * Takes back what the actor recorded, while it waits for a second person. False where it does not, or is somebody else's.
 * @param shown id of the record that the page showed
 */
export async function withdrawOwnVerificationBasisRecord(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  shown: string,
): Promise<boolean> {
  const who = requirePermission(actor, canReviewVerifications)
  const result = await changeCase(platform, id, async (transaction, profileId) => {
    const record = await findOpenVerificationBasisRecordOfMember(transaction, profileId)
    if (record?.id !== shown || record.confirmedAt || record.recordedBy !== who.userId)
      return { outcome: 'changed' as const }
    await endVerificationBasisRecordOfMember(transaction, profileId)
    await audit(transaction, who, 'verification.record.withdrawn', profileId, { basis: record.basis })
    await announceLiveEvent(transaction, 'queue')
    return { outcome: 'withdrawn' as const }
  })
  return result.outcome === 'withdrawn'
}

/**
 * Whether an appeal can be upheld as it is: a member appealed, and an approval of this verification that was taken back since rests
 * on documents that a reviewer had opened, or on a confirmed record.
 */
export async function canUpholdVerificationAppeal(db: Database, profileId: string): Promise<boolean> {
  const found = await findMembersCase(db, profileId)
  if (!found?.createdAt || (await findAppealOrReopeningKindOfMember(db, profileId)) !== 'appealed') return false
  return hasUpholdableVerificationApproval(db, profileId, found.createdAt)
}

/** Changes a case with the profile locked, as every change of status does first. */
async function changeCase<Result>(
  { db }: Pick<Platform, 'db'>,
  id: string,
  change: (transaction: Database, profileId: string) => Promise<Result>,
): Promise<Result | { outcome: 'changed' }> {
  if (!isUuid(id)) return { outcome: 'changed' }
  return db.transaction(async (transaction) => {
    const profileId = await findMemberIdOfVerificationCase(transaction, id)
    if (!profileId) return { outcome: 'changed' as const }
    await lockProfile(transaction, profileId)
    return change(transaction, profileId)
  })
}

function audit(
  transaction: Database,
  actor: Actor,
  action: 'verification.record.written' | 'verification.record.withdrawn',
  profileId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAuditEvent(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
