import { type VerificationReviewerMessage, verificationDeclarationText } from './model.ts'
import type { VerificationCaseRow } from './queries.server.ts'
import { isReviewerRequestAnswered } from './rules.ts'

/** A declaration is valid only for the current wording. */
export function isVerificationDeclarationStepComplete(
  row: Pick<VerificationCaseRow, 'consent' | 'declarationText'>,
): boolean {
  return row.consent === true && row.declarationText === verificationDeclarationText
}

export const isVerificationMilitaryStepComplete = (
  row: Pick<VerificationCaseRow, 'relationshipTypeId' | 'serviceBranchId'>,
) => row.relationshipTypeId !== null && row.serviceBranchId !== null

export type DatedVerificationDocuments = { uploadedAt: Date }[]

/** Whether the documents step is complete: there is a document, and the reviewer's request is answered. */
export const isVerificationDocumentsStepComplete = (
  words: VerificationReviewerMessage | null,
  documents: DatedVerificationDocuments,
) => documents.length > 0 && (words === null || isReviewerRequestAnswered(words, documents))
