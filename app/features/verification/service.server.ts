import {
  getPendingFormByToken,
  savePendingForm,
  takePendingFormByToken,
} from '#app/features/account/pending-form-service.server.ts'
import { copyMilitaryRelationshipToProfile } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import {
  type DirectoryLookups,
  getDirectoryLookups,
  type LookupOption,
} from '#app/features/reference/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import {
  type DatedVerificationDocuments,
  isVerificationDeclarationStepComplete,
  isVerificationDocumentsStepComplete,
  isVerificationMilitaryStepComplete,
} from './completeness-rules.ts'
import { openSealedMilitaryServiceNumber, sealMilitaryServiceNumber } from './documents/seal.server.ts'
import { type MilitaryServiceInput, militaryServiceSchema } from './form-schema.ts'
import type { MaskedMilitaryServiceDetails, VerificationReviewerMessage } from './model.ts'
import {
  findVerificationCaseOfMember,
  upsertVerificationCaseOfMember,
  type VerificationCaseRow,
  verificationVersionOfMember,
} from './queries.server.ts'
import { findCurrentReviewerMessageToMember } from './reviewer-message.server.ts'
import {
  maskServiceNumber,
  type VerificationStep,
  type VerificationTerm,
  verificationStatusAfterTransition,
  verificationTermOf,
} from './rules.ts'
import { transitionVerification } from './transitions.server.ts'

/** A member's own verification, as shown to them. */
export interface OwnVerification {
  status: VerificationStatus | null
  /** Null where nothing is saved. */
  details: MaskedMilitaryServiceDetails | null
  /** The relationship on the profile, the default of the first step. */
  profileRelationshipTypeId: number | null
  isDeclared: boolean
  /** Whether details and documents can be changed now. */
  isOpen: boolean
  sentAt: Date | null
  verifiedAt: Date | null
  /** How long it lasts; null for one that is not verified. */
  term: VerificationTerm | null
  words: VerificationReviewerMessage | null
}

/** The actor's own verification; null where they have no profile. */
export async function getOwnVerification(
  platform: Pick<Platform, 'db' | 'log' | 'vault' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<OwnVerification | null> {
  const { userId } = requireActor(actor)
  const row = await findVerificationCaseOfMember(platform.db, userId)
  if (!row) return null
  const { status, verifiedAt } = row
  return {
    status,
    details: row.id ? viewDetails(platform, userId, row) : null,
    profileRelationshipTypeId: row.profileRelationshipTypeId,
    isDeclared: isVerificationDeclarationStepComplete(row),
    isOpen: verificationStatusAfterTransition(status, 'save') !== undefined,
    sentAt: row.queuedAt,
    verifiedAt,
    term: status === 'Verified' ? verificationTermOf(row, platform.verificationTerms, new Date()) : null,
    words: await findCurrentReviewerMessageToMember(platform.db, userId, row),
  }
}

/** A version string of the actor's verification, which differs after each change. */
export function getOwnVerificationVersion({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<string> {
  return verificationVersionOfMember(db, requireActor(actor).userId)
}

function viewDetails(
  { vault, log }: Pick<Platform, 'vault' | 'log'>,
  userId: string,
  row: VerificationCaseRow,
): MaskedMilitaryServiceDetails {
  const { relationshipTypeId, relationshipType, serviceBranchId, serviceBranch, serviceDescription } = row
  const mask = () => {
    try {
      return row.serviceNumber && maskServiceNumber(openSealedMilitaryServiceNumber(vault, userId, row.serviceNumber))
    } catch (error) {
      // A number whose key is missing can still be replaced.
      log.error({ userId, error }, 'a service number could not be opened')
      return maskServiceNumber('')
    }
  }
  return {
    relationshipTypeId,
    relationshipType,
    serviceBranchId,
    serviceBranch,
    serviceNumber: mask(),
    serviceDescription,
  }
}

/** The first incomplete step; 'review' where all are complete. */
export function firstIncompleteVerificationStep(
  own: Pick<OwnVerification, 'details' | 'isDeclared' | 'words'>,
  documents: DatedVerificationDocuments,
): VerificationStep {
  if (!own.details || !isVerificationMilitaryStepComplete(own.details)) return 'military'
  if (!isVerificationDocumentsStepComplete(own.words, documents)) return 'documents'
  return own.isDeclared ? 'review' : 'declaration'
}

export type MilitaryServiceLookups = Pick<DirectoryLookups, 'serviceBranches' | 'relationshipTypes'>

/** The options of the first step, ordered by name. */
export async function getMilitaryServiceLookups(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<MilitaryServiceLookups> {
  const { serviceBranches, relationshipTypes } = await getDirectoryLookups(platform)
  return { serviceBranches, relationshipTypes }
}

/** Errors by field for ids that are not among the options. */
export function militaryServiceChoiceErrors(
  lookups: MilitaryServiceLookups,
  form: MilitaryServiceInput,
): Record<string, string[]> {
  const has = (list: LookupOption[], wanted: number) => list.some(({ id }) => id === wanted)
  return {
    ...(has(lookups.relationshipTypes, form.militaryRelationshipTypeId)
      ? {}
      : { militaryRelationshipTypeId: ['Choose one from the list'] }),
    ...(has(lookups.serviceBranches, form.serviceBranchId) ? {} : { serviceBranchId: ['Choose one from the list'] }),
  }
}

/**
 * Saves the actor's service details, and creates their verification the first time. A service number left empty keeps the
 * stored one. Returns false where the verification is being reviewed or has been decided.
 */
export async function saveOwnMilitaryService(
  platform: Pick<Platform, 'db' | 'jobs' | 'vault'>,
  actor: Actor | null,
  form: MilitaryServiceInput,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const { serviceNumber, removeServiceNumber } = form
  return platform.db.transaction(async (transaction) => {
    if (!(await transitionVerification(platform, transaction, { userId }, userId, 'save'))) return false
    await upsertVerificationCaseOfMember(transaction, userId, {
      militaryRelationshipTypeId: form.militaryRelationshipTypeId,
      serviceBranchId: form.serviceBranchId,
      serviceDescription: form.serviceDescription,
      ...(serviceNumber !== null
        ? { serviceNumber: sealMilitaryServiceNumber(platform.vault, userId, serviceNumber) }
        : removeServiceNumber
          ? { serviceNumber: null }
          : {}),
    })
    await copyMilitaryRelationshipToProfile(transaction, userId, form.militaryRelationshipTypeId)
    return true
  })
}

/** Keeps the first step of somebody who is not signed in; see {@link savePendingForm}. */
export function savePendingMilitaryServiceOfVisitor(
  platform: Pick<Platform, 'db' | 'secret' | 'vault'>,
  clientIp: string,
  fields: Record<string, unknown>,
) {
  const kept = Object.fromEntries(
    Object.keys(militaryServiceSchema.shape).flatMap((name) => {
      const value = fields[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  return savePendingForm(platform, clientIp, 'verification', kept)
}

/** Saves a step that was held for the actor's browser; false where there is none, or it cannot be taken any more. */
export async function claimPendingMilitaryService(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'referenceCache' | 'vault'>,
  actor: Actor | null,
  token: string,
): Promise<boolean> {
  requireActor(actor)
  const fields = await getPendingFormByToken(platform, 'verification', token)
  const form = militaryServiceSchema.safeParse(fields)
  if (!form.success) return false
  const unknown = militaryServiceChoiceErrors(await getMilitaryServiceLookups(platform), form.data)
  const isSaved = Object.keys(unknown).length === 0 && (await saveOwnMilitaryService(platform, actor, form.data))
  // Only now, so that it is not lost if saving fails.
  await takePendingFormByToken(platform, 'verification', token)
  return isSaved
}
