/** What a code stands for, as of now. */
export interface CredentialAnswer {
  /** As it is shown: 'K7Q2-9MXD'. */
  code: string
  /** Part of the badge's address. */
  badgeKey: string
  /** What is verified now; null if nothing is. */
  verified: VerifiedListing | null
  /** Since when it is no longer verified; null while it is. */
  endedAt: Date | null
}

/** A listing that is verified now. */
export interface VerifiedListing {
  slug: string
  name: string
  /** Such as 'Verified veteran-owned'. */
  claim: string
  /** What was checked, as a sentence. */
  basis: string
  /** When it was checked, or last confirmed; null if that is not known. */
  checkedAt: Date | null
  /** The day it ends unless it is confirmed before. */
  endsAt: Date
}

/** The field of /verify. */
export const codeParameter = 'code'
