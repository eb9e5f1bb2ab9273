import { staffNameOf } from '#app/features/profile/rules.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { canReview } from '../decisions/policy.server.ts'
import { findCaseOwner, getPartInCase } from '../decisions/queries.server.ts'
import { countUnopened } from '../documents/opening-service.server.ts'
import { unsafeListDocuments } from '../documents/service.server.ts'
import { canReviewCases, canSettleRecords } from '../policy.server.ts'
import { lockVerified } from '../transitions.server.ts'
import type { SettlementForm } from './form-schema.ts'
import type { MissingRecord, MissingRecordDetails, MissingRecords, SettlementRefusal } from './model.ts'
import { countMissing, findMissing, listMissingRecords } from './queries.server.ts'
import { confirmRecord, endRecord, writeRecord } from './service.server.ts'

/*
 * Verifications from before records were kept, of which nobody knows what the reviewer saw. They stay listed. An admin records what it
 * was, and where it was not documents that they opened, a second person confirms that.
 */

/** How many there are, at most ten seconds ago. */
export async function countMissingRecords(
  { db, totalsCache }: Pick<Platform, 'db' | 'totalsCache'>,
  actor: Actor | null,
): Promise<MissingRecords> {
  const who = requirePermission(actor, canReviewCases)
  const { missing, waiting } = await totalsCache.getOrLoad('missing-records', () => countMissing(db))
  return { missing: canSettleRecords(who) ? missing : null, waiting }
}

/** A page of them; for reviewers of those where a record waits for a second person. */
export async function getMissingRecords(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  pageRequest: PageRequest,
): Promise<Page<MissingRecord>> {
  const who = requirePermission(actor, canReviewCases)
  const { rows, ...places } = await listMissingRecords(db, { onlyWaiting: !canSettleRecords(who) }, pageRequest)
  return { ...places, rows: rows.map(({ member, ...row }) => ({ ...row, name: staffNameOf(member) })) }
}

/** One of them; null if it has a record, is not verified any more, is the actor's own, or not for a reviewer to see. */
export async function getMissingRecord(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<MissingRecordDetails | null> {
  const who = requirePermission(actor, canReviewCases)
  const row = isUuid(id) ? await findMissing(platform.db, id) : null
  if (!row || !canReview(who, 'decide', row.profileId) || (!canSettleRecords(who) && !row.recordId)) return null
  const part = await getPartInCase(platform.db, id, who)
  const isOwn = row.recordedBy === who.userId
  const mayAct = part === 'none' || part === 'alone'
  return {
    id,
    name: staffNameOf(row.member),
    business: row.business,
    documents: (await unsafeListDocuments(platform, row.profileId)).toReversed(),
    waiting:
      row.recordId && row.basis && row.recordedAt
        ? {
            id: row.recordId,
            basis: row.basis,
            words: row.words,
            by: row.recorder && staffNameOf(row.recorder),
            recordedAt: row.recordedAt,
            isOwn,
          }
        : null,
    canRecord: canSettleRecords(who) && !row.recordId && mayAct,
    canConfirm: row.recordId !== null && mayAct && (isOwn ? 'alone' : true),
  }
}

export type SettlementResult = 'settled' | 'waiting' | 'alone' | SettlementRefusal

/**
 * Records what a verification rests on: documents that the actor opened, which settles it, or what was seen instead, which waits for a
 * second person.
 * @throws NotAllowed unless the actor is an admin, and for their own
 */
export async function settleRecord(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { seen, note }: SettlementForm,
): Promise<SettlementResult> {
  const who = requirePermission(actor, canSettleRecords)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId }) => {
    if (recordId) return 'changed'
    const part = await getPartInCase(transaction, id, who, { areAdmins: true })
    if (!mayDecide(part)) return 'excluded'
    const isByDocuments = seen === 'documents'
    if (isByDocuments) {
      const { stored, unopened } = await countUnopened(transaction, who.userId, profileId)
      if (stored === 0 || unopened > 0) return 'unopened'
    }
    await writeRecord(transaction, {
      profileId,
      basis: seen,
      words: note || null,
      recordedBy: who.userId,
      confirmed: isByDocuments ? { by: null } : null,
    })
    await audit(transaction, who, 'verification.record.added', profileId, { basis: seen })
    if (part === 'alone') await audit(transaction, who, 'verification.decided-alone', profileId, { basis: seen })
    if (isByDocuments) return 'settled'
    return (await getPartInCase(transaction, id, who)) === 'alone' ? 'alone' : 'waiting'
  })
}

/**
 * Confirms, as a second person, what somebody recorded; alone where the actor did and nobody else can.
 * @param shown id of the record that the page showed
 */
export async function confirmSettlement(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  shown: string,
): Promise<'confirmed' | SettlementRefusal> {
  const who = requirePermission(actor, canReviewCases)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId, recordedBy, basis }) => {
    if (!recordId || recordId !== shown) return 'changed'
    const part = await getPartInCase(transaction, id, who)
    if (!mayDecide(part)) return 'excluded'
    const isAlone = recordedBy === who.userId
    if (!(await confirmRecord(transaction, recordId, { by: who.userId, isAlone }))) return 'changed'
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
export async function takeBackSettlement(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  shown: string,
): Promise<'taken-back' | SettlementRefusal> {
  const who = requirePermission(actor, canReviewCases)
  return changeMissing(platform, who, id, async (transaction, { profileId, recordId, recordedBy, basis }) => {
    if (!recordId || recordId !== shown) return 'changed'
    const isOwn = recordedBy === who.userId
    if (!isOwn && !mayDecide(await getPartInCase(transaction, id, who))) return 'excluded'
    await endRecord(transaction, profileId)
    await audit(transaction, who, 'verification.record.ended', profileId, { basis })
    return 'taken-back'
  })
}

const mayDecide = (part: Awaited<ReturnType<typeof getPartInCase>>) => part === 'none' || part === 'alone'

/** Changes a verification without a record, with the profile locked, as every change of status does first. */
async function changeMissing<Result>(
  platform: Pick<Platform, 'db' | 'jobs'>,
  who: Actor,
  id: string,
  change: (
    transaction: Database,
    found: NonNullable<Awaited<ReturnType<typeof findMissing>>>,
  ) => Promise<Result | SettlementRefusal>,
): Promise<Result | SettlementRefusal> {
  if (!isUuid(id)) return 'changed'
  return platform.db.transaction(async (transaction) => {
    const profileId = await findCaseOwner(transaction, id)
    if (!profileId) return 'changed'
    if (!canReview(who, 'decide', profileId)) throw new NotAllowed()
    if (!(await lockVerified(platform, transaction, profileId))) return 'changed'
    const found = await findMissing(transaction, id)
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
  return recordAudit(transaction, { actor, action, subjectType: 'profile', subjectId: profileId, detail })
}
