import { type VerificationReviewerMessage, verificationDeclarationText } from './model.ts'
import type { VerificationCaseRow } from './queries.server.ts'
import { isReviewerRequestAnswered } from './rules.ts'

/** A declaration is valid only for the current wording. */
export function hasDeclared(row: Pick<VerificationCaseRow, 'consent' | 'declarationText'>): boolean {
  return row.consent === true && row.declarationText === verificationDeclarationText
}

export const describesService = (row: Pick<VerificationCaseRow, 'relationshipTypeId' | 'serviceBranchId'>) =>
  row.relationshipTypeId !== null && row.serviceBranchId !== null

export type Dated = { uploadedAt: Date }[]

/** Whether the documents step is complete: there is a document, and the reviewer's request is answered. */
export const hasProof = (words: VerificationReviewerMessage | null, documents: Dated) =>
  documents.length > 0 && (words === null || isReviewerRequestAnswered(words, documents))
