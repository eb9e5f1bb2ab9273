import { declarationText, type ReviewerMessage } from './model.ts'
import type { CaseRow } from './queries.server.ts'
import { isAnswered } from './rules.ts'

/** A declaration is valid only for the current wording. */
export function hasDeclared(row: Pick<CaseRow, 'consent' | 'declarationText'>): boolean {
  return row.consent === true && row.declarationText === declarationText
}

export const describesService = (row: Pick<CaseRow, 'relationshipTypeId' | 'serviceBranchId'>) =>
  row.relationshipTypeId !== null && row.serviceBranchId !== null

export type Dated = { uploadedAt: Date }[]

/** Whether the documents step is complete: there is a document, and the reviewer's request is answered. */
export const hasProof = (words: ReviewerMessage | null, documents: Dated) =>
  documents.length > 0 && (words === null || isAnswered(words, documents))
