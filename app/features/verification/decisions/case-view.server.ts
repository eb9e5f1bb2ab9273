import { isStaffBarredByConflictOfInterest } from '#app/features/profile/policy.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { listDocumentsOpenedByReviewer } from '../documents/opening-service.server.ts'
import { openSealedMilitaryServiceNumber } from '../documents/seal.server.ts'
import { unsafeListVerificationDocuments } from '../documents/service.server.ts'
import type {
  ClaimedVerificationCase,
  StaffVerificationDecisionView,
  VerificationCaseClaim,
  VerificationCaseDocument,
  VerificationCaseSummary,
  WaitingVerificationBasisRecord,
} from '../model.ts'
import { findVerificationNameChange } from '../names/queries.server.ts'
import { maskServiceNumber, type VerificationRejectionReason } from '../rules.ts'
import type { VerificationVerdict } from './model.ts'
import {
  findUnconfirmedBasisRecordOfMember,
  type findVerificationCaseForReview,
  getConflictOfInterestLevelInCase,
  listVerificationDecisionsOfMember,
} from './queries.server.ts'
import { canUpholdVerificationAppeal } from './record-service.server.ts'

export type VerificationCaseForReviewerResult =
  /** The actor has claimed it and may decide it. */
  | { outcome: 'open'; details: ClaimedVerificationCase }
  /** Nobody has claimed it; a reviewer sees the details only after claiming it. */
  | { outcome: 'free'; details: VerificationCaseSummary }
  /** Another reviewer has claimed it. */
  | { outcome: 'held'; details: VerificationCaseSummary; claim: VerificationCaseClaim }
  /** It is the actor's own case. */
  | { outcome: 'own' }
  /**
   * The actor reported its business, owned it, had decided it before it was appealed or reopened, or recorded what they saw
   * (`ownRecord`, its id): others decide.
   */
  | { outcome: 'excluded'; details: VerificationCaseSummary; ownRecord: string | null }
  /** It is not waiting for a decision. */
  | { outcome: 'closed'; details: VerificationCaseSummary }
  | { outcome: 'not-found' }

export type VerificationCaseForReviewRow = NonNullable<Awaited<ReturnType<typeof findVerificationCaseForReview>>>

export async function viewVerificationCaseAsReviewer(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  who: Actor,
  row: VerificationCaseForReviewRow,
): Promise<VerificationCaseForReviewerResult> {
  const details: VerificationCaseSummary = {
    id: row.id,
    name: memberNameForStaff(row.member),
    status: row.status,
    isSuspended: row.member.isSuspended,
    business: row.business,
    decisions: (await listVerificationDecisionsOfMember(platform.db, row.profileId)).map(
      toStaffVerificationDecisionView,
    ),
  }
  const { queuedAt } = row
  if (!queuedAt) return { outcome: 'closed', details }
  const part = await getConflictOfInterestLevelInCase(platform.db, row.id, who)
  const waiting = await findUnconfirmedBasisRecordOfMember(platform.db, row.profileId)
  if (isStaffBarredByConflictOfInterest(part)) {
    const ownRecord = waiting?.recordedBy === who.userId ? waiting.id : null
    return { outcome: 'excluded', details, ownRecord }
  }
  if (!row.isClaimed) return { outcome: 'free', details }
  if (!hasReviewerClaimedCase(who, row)) return { outcome: 'held', details, claim: toVerificationCaseClaim(row) }
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
        serviceNumber &&
        maskServiceNumber(openSealedMilitaryServiceNumber(platform.vault, row.profileId, serviceNumber)),
      serviceDescription,
      declaredAt,
      documents: await listDocuments(platform, who, row.profileId),
      record: await viewRecord(platform, who, row.profileId),
      canUphold: await canUpholdVerificationAppeal(platform.db, row.profileId),
      objection: objectionOf(details.decisions),
      isAlone: part === 'alone',
      names: await findVerificationNameChange(platform.db, row.id),
    },
  }
}

/** A member's documents, oldest first, with whether the actor has opened them. */
async function listDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  { userId }: Actor,
  profileId: string,
): Promise<VerificationCaseDocument[]> {
  const documents = (await unsafeListVerificationDocuments(platform, profileId)).toReversed()
  const ids = documents.map(({ id }) => id)
  const opened = await listDocumentsOpenedByReviewer(platform.db, userId, ids)
  return documents.map((document) => ({ ...document, isOpened: opened.has(document.id) }))
}

async function viewRecord(
  { db }: Pick<Platform, 'db'>,
  { userId }: Actor,
  profileId: string,
): Promise<WaitingVerificationBasisRecord | null> {
  const record = await findUnconfirmedBasisRecordOfMember(db, profileId)
  if (!record) return null
  const { id, basis, words, recordedAt, recordedBy, recorder } = record
  return { id, basis, words, recordedAt, by: recorder && memberNameForStaff(recorder), isOwn: recordedBy === userId }
}

/** The appeal or reopening that a waiting case is about; null where it is about neither. */
function objectionOf(decisions: StaffVerificationDecisionView[]): StaffVerificationDecisionView | null {
  const last = decisions.find(({ decision }) => decision !== 'more-needed' && decision !== 'confirmed')
  return last?.decision === 'appealed' || last?.decision === 'reopened' ? last : null
}

export function toVerificationCaseClaim({ claimant, claimedAt }: VerificationCaseForReviewRow): VerificationCaseClaim {
  return { by: claimant ? memberNameForStaff(claimant) : 'Another reviewer', since: claimedAt ?? new Date() }
}

export function toStaffVerificationDecisionView({
  reviewer,
  ...row
}: Awaited<ReturnType<typeof listVerificationDecisionsOfMember>>[number]): StaffVerificationDecisionView {
  const { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis } = row
  const isSeenByOne = row.isSeenByOne ?? false
  const by = reviewer && memberNameForStaff(reviewer)
  return { id, decision, reason, words, reply, decidedAt, isDecidedAlone, basis, isSeenByOne, by }
}

export function rejectionReasonAuditDetail(
  verdict: VerificationVerdict,
  reason: VerificationRejectionReason | undefined,
): Record<string, unknown> {
  return verdict === 'reject' && reason ? { reason } : {}
}

export function hasReviewerClaimedCase({ userId }: Actor, row: VerificationCaseForReviewRow): boolean {
  return row.queuedAt !== null && row.isClaimed && row.claimedBy === userId
}
