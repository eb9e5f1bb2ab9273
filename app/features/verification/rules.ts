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

/** What a document is said to be; another one for what is not known. */
export function readDocumentKind(value: unknown): DocumentKind {
  return typeof value === 'string' && Object.hasOwn(documentKinds, value) ? (value as DocumentKind) : 'other'
}

/** What a document is, judged by its bytes. */
export type DocumentType = keyof typeof documentTypes

/** Kinds of files a document may be: how it is served, and whether a browser shows it by itself. */
export const documentTypes = {
  pdf: { mediaType: 'application/pdf', isShown: true },
  jpg: { mediaType: 'image/jpeg', isShown: true },
  png: { mediaType: 'image/png', isShown: true },
  webp: { mediaType: 'image/webp', isShown: true },
  heic: { mediaType: 'image/heic', isShown: false },
  doc: { mediaType: 'application/msword', isShown: false },
  docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', isShown: false },
} as const

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

/**
 * A service number as it is shown: the last three characters, and of a short one nothing. Its member never sees it whole
 * again, so that neither a screen left open nor a stolen session gives it away.
 */
export function maskServiceNumber(number: string): string {
  return `••••${number.length >= 7 ? number.slice(-3) : ''}`
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
    text: 'Your details are saved. Go on where you stopped.',
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

export const wizardSteps = ['military', 'documents', 'declaration', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

export const stepTitles: Record<WizardStep, string> = {
  military: 'Military Service',
  documents: 'Documents',
  declaration: 'Declaration',
  review: 'Review & Submit',
}

/** Address of the wizard, which goes on where it was left. */
export const wizardAddress = '/verification'

/** Address of one of its steps. */
export function stepAddress(step: WizardStep): string {
  return `${wizardAddress}?step=${step}`
}

/** The step an address asks for; null for none and for one that is not known. */
export function readStep(value: unknown): WizardStep | null {
  return wizardSteps.find((step) => step === value) ?? null
}

const dayMs = 86_400_000

/** Days before the end of the year in which a verification may be confirmed, and in which reminders begin. */
export const confirmationDays = 30

/** What becomes of a verification with time. */
export interface Term {
  /** It is to be confirmed by then. */
  dueAt: Date
  /** It lapses then. */
  lapsesAt: Date
  /** It can be confirmed now. */
  isOpen: boolean
}

/** How long a verification of that day lasts, by the days it does and those of grace. */
export function termOf(verifiedAt: Date, days: { validDays: number; graceDays: number }, now: Date): Term {
  const dueAt = new Date(verifiedAt.getTime() + days.validDays * dayMs)
  return {
    dueAt,
    lapsesAt: new Date(dueAt.getTime() + days.graceDays * dayMs),
    isOpen: now.getTime() >= dueAt.getTime() - confirmationDays * dayMs,
  }
}

/** Which reminder is due: the last of those whose day has come; null for none yet. */
export function reminderOf(dueAt: Date, now: Date): 'month' | 'week' | 'day' | null {
  const left = dueAt.getTime() - now.getTime()
  if (left <= 0) return 'day'
  if (left <= 7 * dayMs) return 'week'
  return left <= confirmationDays * dayMs ? 'month' : null
}

/** What a member's badge says: 'Verified Member' only when that is true, else how far they are. */
export function memberBadge(status: string | null): string {
  const { tone, title } = standingOf(status)
  return tone === 'good' ? 'Verified Member' : title
}
