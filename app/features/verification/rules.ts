import type { VerificationStatus } from '#app/features/reference/rules.ts'

/** What happens to a verification. */
export type Move = 'save' | 'submit' | 'approve' | 'reject' | 'ask-for-more' | 'withdraw' | 'lapse'

/** Where each move leads, by the status it starts from; null is none. What is not named here does not happen. */
const moves: Record<Move, [from: VerificationStatus | null, to: VerificationStatus | null][]> = {
  save: [
    [null, 'Pending'],
    ['Pending', 'Pending'],
    ['Rejected', 'Rejected'],
  ],
  submit: [
    ['Pending', 'In Review'],
    ['Rejected', 'In Review'],
  ],
  approve: [['In Review', 'Verified']],
  reject: [['In Review', 'Rejected']],
  'ask-for-more': [['In Review', 'Pending']],
  withdraw: [
    ['Pending', null],
    ['In Review', null],
    ['Verified', null],
    ['Rejected', null],
  ],
  lapse: [['Verified', 'Pending']],
}

/** The status after a move; undefined where it is not one that can be made from there. */
export function statusAfter(status: VerificationStatus | null, move: Move): VerificationStatus | null | undefined {
  return moves[move].find(([from]) => from === status)?.[1]
}

/** What a member may say that a document is. */
export const documentKinds = {
  'veteran-card': 'HM Armed Forces Veteran Card',
  'service-record': 'Service record',
  'discharge-papers': 'Discharge papers',
  other: 'Another document',
} as const
export type DocumentKind = keyof typeof documentKinds

/** How a case can end; 'confirmed' is the member's own yearly word. */
export type Decision = 'approved' | 'rejected' | 'more-needed' | 'confirmed'

/** What a reviewer may give as the reason of a rejection. */
export const rejectionReasons = {
  unreadable: 'It cannot be read',
  'another-name': 'The name does not match the account',
  'not-service': 'It does not show service',
  'wrong-document': 'It is the wrong document, or not all of it',
  other: 'Another reason',
} as const
export type RejectionReason = keyof typeof rejectionReasons

/** The words of a reason as it is stored; null for none and for one that is not in the list any more. */
export function reasonWords(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(rejectionReasons, reason) ? rejectionReasons[reason as RejectionReason] : null
}

/** Minutes a reviewer keeps a case without a sign of looking at it. */
export const claimMinutes = 30

/** A service number of which only so much is shown that its owner knows it again: the last three, and of a short one nothing. */
export function maskServiceNumber(serviceNumber: string): string {
  const shown = serviceNumber.length >= 7 ? serviceNumber.slice(-3) : ''
  return `••••••${shown && ` ${shown}`}`
}

/** How a member's verification stands, in the words and figures of the product. */
export interface VerificationStanding {
  /** Share of the way, in percent. */
  progress: 0 | 25 | 75 | 100
  title: string
  text: string
  /** What the button says that leads on; null where there is nothing for the member to do. */
  action: string | null
  tone: 'none' | 'waiting' | 'bad' | 'good'
}

const notStarted: VerificationStanding = {
  progress: 0,
  title: 'Not Started',
  text: 'Tell us about your service to begin.',
  action: 'Start Verification',
  tone: 'none',
}

const standings: Record<string, VerificationStanding> = {
  Pending: {
    progress: 25,
    title: 'Ready for submission',
    text: 'Your details are saved. Add a document to go on.',
    action: 'Submit Documents',
    tone: 'waiting',
  },
  'In Review': {
    progress: 75,
    title: 'Under Review',
    text: 'Review typically takes 2-5 business days',
    action: null,
    tone: 'waiting',
  },
  Verified: {
    progress: 100,
    title: 'Verified',
    text: 'Your military service is verified',
    action: null,
    tone: 'good',
  },
  Rejected: {
    progress: 25,
    title: 'Needs Attention',
    text: 'Additional documents required',
    action: 'Review & Resubmit',
    tone: 'bad',
  },
}

/** How a verification of this status stands; none, or one that is not known, is one not started. */
export function standingOf(status: string | null): VerificationStanding {
  return (status !== null && Object.hasOwn(standings, status) && standings[status]) || notStarted
}

/** What a member's badge says: 'Verified Member' only when that is true, else how far they are. */
export function memberBadge(status: string | null): string {
  const { tone, title } = standingOf(status)
  return tone === 'good' ? 'Verified Member' : title
}
