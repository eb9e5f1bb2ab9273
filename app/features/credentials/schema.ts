import type { CodeProblem } from './codes.ts'

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

/** What is wrong with a code that somebody typed. */
export const codeMessages: Record<CodeProblem | 'unknown', string> = {
  empty: 'Type a code, or paste a link',
  'not-a-code': 'That is not a code: codes have eight letters and digits, such as K7Q2-9MXD',
  mistyped: 'One character is wrong. Compare the code with what you were shown',
  unknown: 'There is no such code. Muster never gave it to anybody',
}

export const tooManyCodes = (minutes: number) =>
  `Too many codes that do not exist. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
