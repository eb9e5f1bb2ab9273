import type { Decision, DocumentKind } from './rules.ts'

/** What a member has said of their service, as only the member sees it. */
export interface ServiceDetails {
  relationshipType: string | null
  serviceBranch: string | null
  serviceNumber: string | null
  serviceDescription: string | null
}

/** One of a member's documents, without what is in it. */
export interface DocumentView {
  id: string
  uploadedAt: Date
}

/** A decision as reviewers see it. */
export interface DecisionView {
  id: string
  decision: Decision
  reason: string | null
  words: string | null
  decidedAt: Date
  /** Null for somebody who has gone, and for a confirmation, which the member makes. */
  by: string | null
}

/** A document as it stands in a list, without what is in it. */
export interface HeldDocument {
  id: string
  kind: DocumentKind
  mediaType: string | null
  size: number | null
  uploadedAt: Date
}

/** What every reviewer may know of a case. */
export interface CaseHead {
  id: string
  name: string
  isSuspended: boolean
  business: { name: string; slug: string } | null
  decisions: DecisionView[]
}

/** A case in the hands of the reviewer who looks at it. */
export interface OpenCase extends CaseHead {
  email: string
  joinedAt: Date
  waitingSince: Date
  relationshipType: string | null
  serviceBranch: string | null
  /** All but its end covered up; null where the member gave none. */
  maskedServiceNumber: string | null
  serviceDescription: string | null
  declaredAt: Date | null
  documents: HeldDocument[]
}

/** Who has a case, and since when there was a last sign of them. */
export interface Claim {
  by: string
  since: Date
}
