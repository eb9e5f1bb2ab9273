import { effectsOfVerificationStatus, type VerificationStatus } from '#app/features/reference/rules.ts'
import { type Actor, isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Reviews cases, changed names, facts, and what verifications rest on: of what they have no part in. */
export const canReviewVerifications: PermissionCheck = isStaff

/** Takes verifications back, or reopens cases. */
export const canReverseVerificationDecisions: PermissionCheck = isAdmin

/** Says what a verification without a record rests on. */
export const canAddRetroactiveVerificationBasis: PermissionCheck = isAdmin

/** Lets the verifications end that many at once would. */
export const canAllowPostponedVerificationEnds: PermissionCheck = isAdmin

/** Sees what was checked of a business that is not listed. */
export const canReadChecksOfUnlistedBusinesses: PermissionCheck = isAdmin

/** Whose document it is, and where their case stands. */
export interface VerificationDocumentOwnerState {
  profileId: string
  status: VerificationStatus | null
  /** It waits for a decision. */
  isQueued: boolean
}

/**
 * Who may open a document: its owner always; staff while the case waits for a decision or has one, never their own case
 * as a reviewer would, and never what a member is still putting together.
 */
export function canReadVerificationDocument(
  actor: Actor,
  { profileId, status, isQueued }: VerificationDocumentOwnerState,
): boolean {
  if (actor.userId === profileId) return true
  return canReviewVerifications(actor) && (isQueued || effectsOfVerificationStatus(status).isDecided)
}

/** Who may open a certificate: its owner always, and staff from when the owner asks to have the fact confirmed. */
export function canReadFactCertificate(
  actor: Actor,
  { profileId, factCheckId }: { profileId: string; factCheckId: string | null },
): boolean {
  return actor.userId === profileId || (canReviewVerifications(actor) && factCheckId !== null)
}
