import { staffNameOf } from '#app/features/profile/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { listOpened } from '../documents/opening-service.server.ts'
import { openServiceNumber } from '../documents/seal.server.ts'
import { unsafeListDocuments } from '../documents/service.server.ts'
import type { CaseDecisionView, CaseDocument, CaseHead, Claim, OpenCase, RecordView } from '../model.ts'
import { findNameChange } from '../names/queries.server.ts'
import { maskServiceNumber, type RejectionReason } from '../rules.ts'
import type { Verdict } from './model.ts'
import { isLeft } from './policy.server.ts'
import { type findClaimedCase, findWaitingRecord, getPartInCase, listCaseDecisions } from './queries.server.ts'
import { canUphold } from './record-service.server.ts'

export type CaseResult =
  /** The actor has claimed it and may decide it. */
  | { outcome: 'open'; details: OpenCase }
  /** Nobody has claimed it; a reviewer sees the details only after claiming it. */
  | { outcome: 'free'; details: CaseHead }
  /** Another reviewer has claimed it. */
  | { outcome: 'held'; details: CaseHead; claim: Claim }
  /** It is the actor's own case. */
  | { outcome: 'own' }
  /**
   * The actor reported its business, owned it, had decided it before it was appealed or reopened, or recorded what they saw
   * (`ownRecord`, its id): others decide.
   */
  | { outcome: 'excluded'; details: CaseHead; ownRecord: string | null }
  /** It is not waiting for a decision. */
  | { outcome: 'closed'; details: CaseHead }
  | { outcome: 'not-found' }

export type ClaimedCase = NonNullable<Awaited<ReturnType<typeof findClaimedCase>>>

export async function viewCase(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  who: Actor,
  row: ClaimedCase,
): Promise<CaseResult> {
  const details: CaseHead = {
    id: row.id,
    name: staffNameOf(row.member),
    status: row.status,
    isSuspended: row.member.isSuspended,
    business: row.business,
    decisions: (await listCaseDecisions(platform.db, row.profileId)).map(viewDecision),
  }
  const { queuedAt } = row
  if (!queuedAt) return { outcome: 'closed', details }
  const part = await getPartInCase(platform.db, row.id, who)
  const waiting = await findWaitingRecord(platform.db, row.profileId)
  if (isLeft(part)) {
    const ownRecord = waiting?.recordedBy === who.userId ? waiting.id : null
    return { outcome: 'excluded', details, ownRecord }
  }
  if (!row.isClaimed) return { outcome: 'free', details }
  if (!hasClaimed(who, row)) return { outcome: 'held', details, claim: claimViewOf(row) }
  const { member, relationshipType, serviceBranch, serviceNumber, serviceDescription, declaredAt } = row
  return {
    outcome: 'open',
    details: {
      ...details,
      email: member.email,
      joinedAt: member.joinedAt,
      waitingSince: queuedAt,
      relationshipType,
      serviceBranch,
      maskedServiceNumber:
        serviceNumber && maskServiceNumber(openServiceNumber(platform.vault, row.profileId, serviceNumber)),
      serviceDescription,
      declaredAt,
      documents: await listDocuments(platform, who, row.profileId),
      record: await viewRecord(platform, who, row.profileId),
      canUphold: await canUphold(platform.db, row.profileId),
      objection: objectionOf(details.decisions),
      isAlone: part === 'alone',
      names: await findNameChange(platform.db, row.id),
    },
  }
}

/** A member's documents, oldest first, with whether the actor has opened them. */
async function listDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  { userId }: Actor,
  profileId: string,
): Promise<CaseDocument[]> {
  const documents = (await unsafeListDocuments(platform, profileId)).toReversed()
  const ids = documents.map(({ id }) => id)
  const opened = await listOpened(platform.db, userId, ids)
  return documents.map((document) => ({ ...document, isOpened: opened.has(document.id) }))
}

async function viewRecord(
  { db }: Pick<Platform, 'db'>,
  { userId }: Actor,
  profileId: string,
): Promise<RecordView | null> {
  const record = await findWaitingRecord(db, profileId)
  if (!record) return null
  const { id, basis, words, recordedAt, recordedBy, recorder } = record
  return { id, basis, words, recordedAt, by: recorder && staffNameOf(recorder), isOwn: recordedBy === userId }
}

/** The appeal or reopening that a waiting case is about; null where it is about neither. */
function objectionOf(decisions: CaseDecisionView[]): CaseDecisionView | null {
  const last = decisions.find(({ decision }) => decision !== 'more-needed' && decision !== 'confirmed')
  return last?.decision === 'appealed' || last?.decision === 'reopened' ? last : null
}

export function claimViewOf({ claimant, claimedAt }: ClaimedCase): Claim {
  return { by: claimant ? staffNameOf(claimant) : 'Another reviewer', since: claimedAt ?? new Date() }
}

export function viewDecision({
  reviewer,
  ...row
}: Awaited<ReturnType<typeof listCaseDecisions>>[number]): CaseDecisionView {
  const { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis } = row
  const isSeenByOne = row.isSeenByOne ?? false
  const by = reviewer && staffNameOf(reviewer)
  return { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis, isSeenByOne, by }
}

export function reasonDetail(verdict: Verdict, reason: RejectionReason | undefined): Record<string, unknown> {
  return verdict === 'reject' && reason ? { reason } : {}
}

export function hasClaimed({ userId }: Actor, row: ClaimedCase): boolean {
  return row.queuedAt !== null && row.isClaimed && row.claimedBy === userId
}
