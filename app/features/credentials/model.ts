import type { CheckedOwnerMilitaryRelationship } from '#app/features/verification/facts/model.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { CredentialCodeProblem } from './codes.ts'

/** What a code stands for, as of now. */
export interface ListingCredentialCheckAnswer {
  /** As it is shown: 'K7Q2-9MXD'. */
  code: string
  /** Part of the badge's address. */
  badgeKey: string
  /** What is verified now; null if nothing is. */
  verified: VerifiedListing | null
  /** Since when it is no longer verified; null while it is. */
  endedAt: Date | null
}

/** A listing that is verified now, with what was checked of it. */
export interface VerifiedListing extends CheckedOwnerMilitaryRelationship {
  slug: string
  name: string
}

/** The field of /verify. */
export const credentialCodeParameter = 'code'

/** What is wrong with a code that somebody typed. */
export const credentialCodeProblemMessages: Record<CredentialCodeProblem | 'unknown', string> = {
  empty: 'Enter a code, or paste a link',
  'not-a-code': 'Codes have 8 letters and numbers, such as K7Q2-9MXD',
  mistyped: 'One character is wrong. Check the code you were shown',
  unknown: 'There is no such code. Muster has not issued it',
}

export const tooManyUnknownCredentialCodesMessage = (minutes: number) =>
  `Too many codes that do not exist. Try again in ${formatCountWithNoun(minutes, 'minute')}`
