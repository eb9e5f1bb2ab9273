import { meaningOf, type VerificationStatus } from '#app/features/reference/rules.ts'
import { type Actor, isAdmin, isStaff, type Permission } from '#app/platform/.server/security/actor.ts'

/** Reviews cases, changed names, facts, and what verifications rest on: of what they have no part in. */
export const canReviewCases: Permission = isStaff

/** Takes verifications back, or reopens cases. */
export const canReverseDecisions: Permission = isAdmin

/** Says what a verification without a record rests on. */
export const canSettleRecords: Permission = isAdmin

/** Lets the verifications end that many at once would. */
export const canAllowEnds: Permission = isAdmin

/** Sees what was checked of a business that is not listed. */
export const canReadAllChecks: Permission = isAdmin

/** Whose document it is, and where their case stands. */
export interface DocumentSubject {
  profileId: string
  status: VerificationStatus | null
  /** It waits for a decision. */
  isQueued: boolean
}

/**
 * Who may open a document: its owner always; staff while the case waits for a decision or has one, never their own case
 * as a reviewer would, and never what a member is still putting together.
 */
export function canReadDocument(actor: Actor, { profileId, status, isQueued }: DocumentSubject): boolean {
  if (actor.userId === profileId) return true
  return canReviewCases(actor) && (isQueued || meaningOf(status).isDecided)
}

/** Who may open a certificate: its owner always, and staff from when the owner asks to have the fact confirmed. */
export function canReadCertificate(
  actor: Actor,
  { profileId, factCheckId }: { profileId: string; factCheckId: string | null },
): boolean {
  return actor.userId === profileId || (canReviewCases(actor) && factCheckId !== null)
}
