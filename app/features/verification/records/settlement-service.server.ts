import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { canReviewVerificationOfMember } from '../decisions/policy.server.ts'
import { findMemberIdOfVerificationCase, getConflictOfInterestLevelInCase } from '../decisions/queries.server.ts'
import { countStoredAndUnopenedDocumentsOfMember } from '../documents/opening-service.server.ts'
import { unsafeListVerificationDocuments } from '../documents/service.server.ts'
import { canAddRetroactiveVerificationBasis, canReviewVerifications } from '../policy.server.ts'
import { lockMemberReturningWhetherVerified } from '../transitions.server.ts'
import type { RetroactiveVerificationBasisInput } from './form-schema.ts'
import type {
  RetroactiveVerificationBasisRefusal,
  VerificationWithoutBasisRecord,
  VerificationWithoutBasisRecordCounts,
  VerificationWithoutBasisRecordDetails,
} from './model.ts'
import {
  countVerificationsWithoutBasisRecord,
  findVerificationWithoutBasisRecord,
  listVerificationsWithoutBasisRecord,
} from './queries.server.ts'
import {
  confirmVerificationBasisRecord,
  endVerificationBasisRecordOfMember,
  writeVerificationBasisRecord,
} from './service.server.ts'

/*
 * Verifications from before records were kept, of which nobody knows what the reviewer saw. They stay listed. An admin records what it
 * was, and where it was not documents that they opened, a second person confirms that.
 */

/** How many there are, at most ten seconds ago. */
export async function getVerificationWithoutBasisRecordCounts(
  { db, totalsCache }: Pick<Platform, 'db' | 'totalsCache'>,
  actor: Actor | null,
): Promise<VerificationWithoutBasisRecordCounts> {
  const who = requirePermission(actor, canReviewVerifications)
  const { missing, waiting } = await totalsCache.getOrLoad('missing-records', () =>
    countVerificationsWithoutBasisRecord(db),
  )
  return { missing: canAddRetroactiveVerificationBasis(who) ? missing : null, waiting }
}

/** A page of them; for reviewers of those where a record waits for a second person. */
export async function getVerificationsWithoutBasisRecord(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<VerificationWithoutBasisRecord>> {
  const who = requirePermission(actor, canReviewVerifications)
  const { rows, ...places } = await listVerificationsWithoutBasisRecord(
    db,
    { onlyWaiting: !canAddRetroactiveVerificationBasis(who) },
    pageRequest,
  )
  return { ...places, rows: rows.map(({ member, ...row }) => ({ ...row, name: memberNameForStaff(member) })) }
}

/** One of them; null if it has a record, is not verified any more, is the actor's own, or not for a reviewer to see. */
export async function getVerificationWithoutBasisRecord(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<VerificationWithoutBasisRecordDetails | null> {
  const who = requirePermission(actor, canReviewVerifications)
  const row = isUuid(id) ? await findVerificationWithoutBasisRecord(platform.db, id) : null
  if (
    !row ||
    !canReviewVerificationOfMember(who, 'decide', row.profileId) ||
    (!canAddRetroactiveVerificationBasis(who) && !row.recordId)
  )
    return null
  const part = await getConflictOfInterestLevelInCase(platform.db, id, who)
  const isOwn = row.recordedBy === who.userId
  const mayAct = !isStaffBarredByConflictOfInterest(part)
  return {
    id,
    name: memberNameForStaff(row.member),
    business: row.business,
    documents: (await unsafeListVerificationDocuments(platform, row.profileId)).toReversed(),
    waiting:
      row.recordId && row.basis && row.recordedAt
        ? {
            id: row.recordId,
            basis: row.basis,
            words: row.words,
            by: row.recorder && memberNameForStaff(row.recorder),
            recordedAt: row.recordedAt,
            isOwn,
          }
        : null,
    canRecord: canAddRetroactiveVerificationBasis(who) && !row.recordId && mayAct,
    canConfirm: row.recordId !== null && mayAct && (isOwn ? 'alone' : true),
  }
}

export type AddRetroactiveVerificationBasisResult =
  | 'settled'
  | 'waiting'
  | 'alone'
  | RetroactiveVerificationBasisRefusal

/**
 * Records what a verification rests on: documents that the actor opened, which settles it, or what was seen instead, which waits for a
 * second person.
 * @throws ActionNotAllowedError unless the actor is an admin, and for their own
 */
export async function addRetroactiveVerificationBasis(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { seen, note }: RetroactiveVerificationBasisInput,
): Promise<AddRetroactiveVerificationBasisResult> {
  const who = requirePermission(actor, canAddRetroactiveVerificationBasis)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId }) => {
    if (recordId) return 'changed'
    const part = await getConflictOfInterestLevelInCase(transaction, id, who, { areAdmins: true })
    if (isStaffBarredByConflictOfInterest(part)) return 'excluded'
    const isByDocuments = seen === 'documents'
    if (isByDocuments) {
      const { stored, unopened } = await countStoredAndUnopenedDocumentsOfMember(transaction, who.userId, profileId)
      if (stored === 0 || unopened > 0) return 'unopened'
    }
    await writeVerificationBasisRecord(transaction, {
      profileId,
      basis: seen,
      words: note || null,
      recordedBy: who.userId,
      confirmed: isByDocuments ? { by: null } : null,
    })
    await audit(transaction, who, 'verification.record.added', profileId, { basis: seen })
    if (part === 'alone') await audit(transaction, who, 'verification.decided-alone', profileId, { basis: seen })
    if (isByDocuments) return 'settled'
    return (await getConflictOfInterestLevelInCase(transaction, id, who)) === 'alone' ? 'alone' : 'waiting'
  })
}

/**
 * Confirms, as a second person, what somebody recorded; alone where the actor did and nobody else can.
 * @param shown id of the record that the page showed
 */
export async function confirmRetroactiveVerificationBasis(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  shown: string,
): Promise<'confirmed' | RetroactiveVerificationBasisRefusal> {
  const who = requirePermission(actor, canReviewVerifications)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId, recordedBy, basis }) => {
    if (!recordId || recordId !== shown) return 'changed'
    const part = await getConflictOfInterestLevelInCase(transaction, id, who)
    if (isStaffBarredByConflictOfInterest(part)) return 'excluded'
    const isAlone = recordedBy === who.userId
    if (!(await confirmVerificationBasisRecord(transaction, recordId, { by: who.userId, isAlone }))) return 'changed'
    const action = isAlone ? 'verification.record.settled-alone' : 'verification.record.settled'
    await audit(transaction, who, action, profileId, { basis })
    if (part === 'alone' && !isAlone) await audit(transaction, who, 'verification.decided-alone', profileId, { basis })
    return 'confirmed'
  })
}

/**
 * Ends a record that waits: whoever wrote it takes it back, or the second person does not confirm it.
 * @param shown id of the record that the page showed
 */
export async function withdrawRetroactiveVerificationBasis(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  shown: string,
): Promise<'taken-back' | RetroactiveVerificationBasisRefusal> {
  const who = requirePermission(actor, canReviewVerifications)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId, recordedBy, basis }) => {
    if (!recordId || recordId !== shown) return 'changed'
    const isOwn = recordedBy === who.userId
    if (!isOwn && isStaffBarredByConflictOfInterest(await getConflictOfInterestLevelInCase(transaction, id, who)))
      return 'excluded'
    await endVerificationBasisRecordOfMember(transaction, profileId)
    await audit(transaction, who, 'verification.record.ended', profileId, { basis })
    return 'taken-back'
  })
}

/** Changes a verification without a record, with the profile locked, as every change of status does first. */
async function changeMissing<Result>(
  platform: Pick<Platform, 'db' | 'jobs'>,
  who: Actor,
  id: string,
  change: (
    transaction: Database,
    found: NonNullable<Awaited<ReturnType<typeof findVerificationWithoutBasisRecord>>>,
  ) => Promise<Result | RetroactiveVerificationBasisRefusal>,
): Promise<Result | RetroactiveVerificationBasisRefusal> {
  if (!isUuid(id)) return 'changed'
  return platform.db.transaction(async (transaction) => {
    const profileId = await findMemberIdOfVerificationCase(transaction, id)
    if (!profileId) return 'changed'
    if (!canReviewVerificationOfMember(who, 'decide', profileId)) throw new ActionNotAllowedError()
    if (!(await lockMemberReturningWhetherVerified(platform, transaction, profileId))) return 'changed'
    const found = await findVerificationWithoutBasisRecord(transaction, id)
    return found ? change(transaction, found) : 'changed'
  })
}

type Action =
  | 'verification.decided-alone'
  | 'verification.record.added'
  | 'verification.record.settled'
  | 'verification.record.settled-alone'
  | 'verification.record.ended'

function audit(
  transaction: Database,
  actor: Actor,
  action: Action,
  profileId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAuditEvent(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
