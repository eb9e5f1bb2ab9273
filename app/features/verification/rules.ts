import { href } from 'react-router'
import type { militaryRelationshipTypes, VerificationStatus } from '#app/features/reference/rules.ts'

/** What happens to a verification. */
export type Transition = 'save' | 'submit' | 'approve' | 'reject' | 'ask-for-more' | 'withdraw' | 'lapse'

/** Where each move leads, by the status it starts from; null is none. What is not named here does not happen. */
const transitions: Record<Transition, [from: VerificationStatus | null, to: VerificationStatus | null][]> = {
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
export function statusAfter(
  status: VerificationStatus | null,
  move: Transition,
): VerificationStatus | null | undefined {
  return transitions[move].find(([from]) => from === status)?.[1]
}

/** What a member may say that a document is. */
export const documentKinds = {
  'veteran-card': 'HM Armed Forces Veteran Card',
  'service-record': 'Service record',
  'discharge-papers': 'Discharge papers',
  other: 'Another document',
} as const
export type DocumentKind = keyof typeof documentKinds

/** What a document is said to be; null where nothing known is said. */
export function readDocumentKind(value: unknown): DocumentKind | null {
  return typeof value === 'string' && Object.hasOwn(documentKinds, value) ? (value as DocumentKind) : null
}

/** Whether a member has sent something new since a reviewer asked for it, or has said why not. */
export function isAnswered(
  asked: { decidedAt: Date; reply: string | null },
  documents: { uploadedAt: Date }[],
): boolean {
  return asked.reply !== null || documents.some(({ uploadedAt }) => uploadedAt > asked.decidedAt)
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
export function reasonLabels(reason: string | null): string | null {
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
export interface StatusDescription {
  /** Share of the way, in percent. */
  progress: 0 | 25 | 75 | 100
  title: string
  text: string
  /** What the button says that leads on; null where there is nothing for the member to do. */
  action: string | null
  tone: 'none' | 'waiting' | 'bad' | 'good'
}

const notStarted: StatusDescription = {
  progress: 0,
  title: 'Not Started',
  text: 'Tell us about your service to begin.',
  action: 'Start Verification',
  tone: 'none',
}

const statusDescriptions: Record<VerificationStatus, StatusDescription> = {
  Pending: {
    progress: 25,
    title: 'Ready for submission',
    text: 'Your details are saved. Continue where you stopped.',
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
export function describeStatus(status: string | null): StatusDescription {
  return (
    (status !== null &&
      Object.hasOwn(statusDescriptions, status) &&
      statusDescriptions[status as VerificationStatus]) ||
    notStarted
  )
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
export const wizardPath = href('/verification')

/** Address of the page on what the mark is worth. */
export const howWeVerifyPath = href('/how-we-verify')

/** Address of one of its steps. */
export function stepPath(step: WizardStep): string {
  return `${wizardPath}?step=${step}`
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
  /** The day it ends unless it is confirmed; null before a reminder has named one. */
  endsAt: Date | null
  /** It can be confirmed now. */
  isOpen: boolean
}

interface TermDays {
  validDays: number
  graceDays: number
}

/** When a verification of that day is to be confirmed. */
export function dueAtOf(verifiedAt: Date, { validDays }: Pick<TermDays, 'validDays'>): Date {
  return new Date(verifiedAt.getTime() + validDays * dayMs)
}

/** The term of a verification; null for one that was checked at no known time, which has none. */
export function termOf(
  { verifiedAt, endsAt, announcedEndAt }: Record<'verifiedAt' | 'endsAt' | 'announcedEndAt', Date | null>,
  days: TermDays,
  now: Date,
): Term | null {
  if (!verifiedAt) return null
  const dueAt = dueAtOf(verifiedAt, days)
  // Where it ends later than its reminder said, the member is held to the reminder as long as they can follow it.
  const isAhead = announcedEndAt !== null && announcedEndAt > now
  return {
    dueAt,
    endsAt: endsAt && isAhead ? announcedEndAt : endsAt,
    isOpen: endsAt !== null || now.getTime() >= dueAt.getTime() - confirmationDays * dayMs,
  }
}

/** Days that lie at least between a reminder and the end it names. */
export const noticeDays = 30

/**
 * The day that a reminder sent now names as the end: after the grace, and far enough ahead. Ends are midnights, so that
 * it is days that are counted.
 */
export function endToAnnounce(verifiedAt: Date, days: TermDays, now: Date): Date {
  const afterGrace = dueAtOf(verifiedAt, days).getTime() + days.graceDays * dayMs
  return new Date(Math.ceil(Math.max(afterGrace, now.getTime() + noticeDays * dayMs) / dayMs) * dayMs)
}

/** At most so many verifications end within any `endsWithinDays`: a share of all, or this many where that is more. */
export const endsWithinDays = 7
const endsShare = 0.05
const endsMinimum = 5

/** How many of so many verified may end within {@link endsWithinDays}. */
export function endsLimit(verified: number): number {
  return Math.max(endsMinimum, Math.floor(verified * endsShare))
}

/** The ends of a day, counted from 1970-01-01. */
export interface DayOfEnds {
  day: number
  /** Those that count. */
  counted: number
  /** Those an admin allowed: they count for nothing but how many remain. */
  allowed: number
}

/**
 * Which ends have to move to a later day so that no {@link endsWithinDays} hold too many, should nobody confirm. `days`
 * are those of the last week and all that are to come, in order; `verified` is how many are verified now. What ended
 * already stays, and what fits its day stays there.
 */
export function spreadEnds(
  days: DayOfEnds[],
  verified: number,
  today: number,
): { from: number; to: number; count: number }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const ofDay = new Map(days.map((entry) => [entry.day, entry]))
  let remaining = verified
  for (const { day, counted, allowed } of days) if (day <= today) remaining += counted + allowed
  /** How many may end from a day on, and how many do. */
  const windows: { limit: number; taken: number }[] = []
  const waiting: { from: number; count: number }[] = []
  const transitions: { from: number; to: number; count: number }[] = []
  for (let day = first.day; day <= last.day || waiting.length > 0; day += 1) {
    const { counted = 0, allowed = 0 } = ofDay.get(day) ?? {}
    windows.push({ limit: endsLimit(remaining), taken: 0 })
    // Both ends of the week count, so that no seven days hold too many however they are cut.
    if (windows.length > endsWithinDays + 1) windows.shift()
    const room = Math.max(0, Math.min(...windows.map(({ limit, taken }) => limit - taken)))
    const kept = day <= today ? counted : Math.min(counted, room)
    let placed = kept
    for (let left = room - kept; day > today && left > 0 && waiting[0]; ) {
      const count = Math.min(left, waiting[0].count)
      transitions.push({ from: waiting[0].from, to: day, count })
      waiting[0].count -= count
      if (waiting[0].count === 0) waiting.shift()
      left -= count
      placed += count
    }
    if (counted > kept) waiting.push({ from: day, count: counted - kept })
    for (const window of windows) window.taken += placed
    remaining -= placed + allowed
  }
  return transitions
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
  const { tone, title } = describeStatus(status)
  return tone === 'good' ? 'Verified Member' : title
}

type RelationshipType = (typeof militaryRelationshipTypes)[number]

/** What Muster says of a listed business, and what was checked for that. */
interface Claim {
  claim: string
  basis: string
}

const service = "Muster has checked the owner's service."
const connection = "Muster has checked the owner's connection to the armed forces."

const claims: Record<RelationshipType, Claim> = {
  Veteran: { claim: 'Verified veteran-owned', basis: service },
  'Serving member': { claim: 'Verified: run by a serving member', basis: service },
  Reservist: { claim: 'Verified: run by a reservist', basis: service },
  'Spouse or partner': { claim: "Verified: run by a veteran's spouse or partner", basis: connection },
  'Family member': { claim: "Verified: run by a veteran's family", basis: connection },
  Supporter: { claim: 'Checked supporter of veterans', basis: connection },
}

/**
 * The claim of a listed business by the name of its owner's relationship to the armed forces, the same wherever it is made. Only a
 * veteran's says veteran-owned; without a known relationship it says no more than 'Verified'.
 */
export function claimOf(relationshipType: string | null): Claim {
  if (relationshipType !== null && Object.hasOwn(claims, relationshipType))
    return claims[relationshipType as RelationshipType]
  return { claim: 'Verified', basis: connection }
}
