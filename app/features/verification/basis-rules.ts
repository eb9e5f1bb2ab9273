/** What a member of staff may have seen instead of documents, which a second person confirms. A telephone call alone is none. */
export const nonDocumentEvidenceKinds = ['video-call', 'in-person', 'unit-or-employer', 'appeal-upheld'] as const
export type NonDocumentEvidenceKind = (typeof nonDocumentEvidenceKinds)[number]

/** Each as whoever saw it chooses it. */
export const nonDocumentEvidenceKindLabels: Record<NonDocumentEvidenceKind, string> = {
  'video-call': 'Shown on a video call',
  'in-person': 'Shown in person',
  'unit-or-employer': 'Confirmed by their unit or employer',
  'appeal-upheld': 'An earlier approval, upheld on appeal',
}

/** What somebody of the staff saw, in words for staff. */
export function staffLabelOfVerificationBasis(basis: VerificationBasis): string {
  return nonDocumentEvidenceKinds.some((seen) => seen === basis)
    ? nonDocumentEvidenceKindLabels[basis as NonDocumentEvidenceKind]
    : 'By documents'
}

/** What a verification rests on. Documents, an import and a sample need no second person. */
export type VerificationBasis = 'documents' | NonDocumentEvidenceKind | 'import' | 'sample'

/** What the public may know of a verification's record. */
export interface PublicVerificationBasisRecord {
  basis: VerificationBasis
  /** Nobody else on the staff could confirm what one of them had seen. */
  isConfirmedAlone: boolean
}

/** What is added where one member of staff saw something and nobody else could confirm it. */
export const seenByOneReviewerLabel = 'seen by one member of staff'

const basisLabels: Record<VerificationBasis, string> = {
  documents: 'A person read documents that show it',
  'video-call': 'Proof of it was shown on a video call',
  'in-person': 'Proof of it was shown in person',
  'unit-or-employer': 'The unit or an employer confirmed it',
  'appeal-upheld': 'A second person checked it on appeal',
  import: 'Checked before it came to Muster',
  sample: 'A sample: the owner is invented',
}

export const verificationBases = Object.keys(basisLabels) as VerificationBasis[]

/** Of a verification without a record: one from before records were kept. */
const unrecorded = 'Checked by Muster'

/**
 * How a listed business was checked, in the words that every page, badge, certificate, credential and answer of the API has. A
 * sentence without its full stop.
 */
export function describeVerificationBasis(record: PublicVerificationBasisRecord | null): string {
  if (!record) return unrecorded
  const words = basisLabels[record.basis]
  return record.isConfirmedAlone ? `${words}, ${seenByOneReviewerLabel}` : words
}

/** When it was last checked or confirmed. Of an import nobody knows: what is stored is the day on which it was brought in. */
export function lastVerificationCheckDateOf(
  record: PublicVerificationBasisRecord | null,
  verifiedAt: Date | null,
): Date | null {
  return record?.basis === 'import' ? null : verifiedAt
}

const meanings: Record<VerificationBasis, string> = {
  documents: 'A reviewer opened every document that the owner had sent, and then approved.',
  'video-call': 'A member of staff saw it on a video call, and a second one confirmed the record.',
  'in-person': 'A member of staff saw it where they met the owner, and a second one confirmed the record.',
  'unit-or-employer': 'The unit or an employer told a member of staff, and a second one confirmed the record.',
  'appeal-upheld': 'It was checked once, and once more by someone else when the owner appealed.',
  import: 'Someone else had checked the owner, and we listed the business as verified. We saw no proof.',
  sample: 'Nobody was checked. The business shows what Muster looks like.',
}

/** Everything that a page can say of how it was checked, with what that means. */
export const verificationBasisExplanations: readonly { says: string; means: string }[] = [
  ...verificationBases.map((basis) => ({ says: basisLabels[basis], means: meanings[basis] })),
  {
    says: `..., ${seenByOneReviewerLabel}`,
    means: 'Nobody else on the staff could confirm the record, so an admin did so alone.',
  },
  { says: unrecorded, means: 'A reviewer of ours approved it before we kept a record of what was seen.' },
]
