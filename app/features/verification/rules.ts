import { href } from 'react-router'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { addWorkingDays } from '#app/lib/working-days.ts'

/** The events that change a verification's status. */
export type VerificationTransition =
  | 'save'
  | 'submit'
  | 'approve'
  | 'reject'
  | 'ask-for-more'
  | 'undo'
  | 'revoke'
  | 'reopen'
  | 'appeal'
  | 'withdraw'
  | 'lapse'

/** The allowed transitions from each status, with the new status; null is no verification. All others are refused. */
const transitions: Record<
  VerificationStatus | 'none',
  Partial<Record<VerificationTransition, VerificationStatus | null>>
> = {
  none: { save: 'Pending' },
  Pending: { save: 'Pending', submit: 'In Review', withdraw: null },
  'In Review': { approve: 'Verified', reject: 'Rejected', 'ask-for-more': 'Pending', withdraw: null },
  Verified: { undo: 'In Review', revoke: 'Rejected', reopen: 'In Review', lapse: 'Pending', withdraw: null },
  Rejected: {
    save: 'Rejected',
    submit: 'In Review',
    undo: 'In Review',
    reopen: 'In Review',
    appeal: 'In Review',
    withdraw: null,
  },
}

/** The status after a transition; undefined where the current status does not allow it. */
export function verificationStatusAfterTransition(
  status: VerificationStatus | null,
  transition: VerificationTransition,
): VerificationStatus | null | undefined {
  return transitions[status ?? 'none'][transition]
}

/** Whether the member can change what they sent: a verification exists, and is neither in review nor verified. */
export function isVerificationEditableByMember(status: VerificationStatus | null): boolean {
  return status !== null && verificationStatusAfterTransition(status, 'save') !== undefined
}

/** Why a verification cannot be submitted: it has been already, it has been decided, or a step is incomplete. */
export const verificationSubmitRefusalByStatus: Record<VerificationStatus, 'already' | 'closed' | 'incomplete'> = {
  Pending: 'incomplete',
  'In Review': 'already',
  Verified: 'closed',
  Rejected: 'incomplete',
}

/** The kinds of document a member can choose from. */
export const verificationDocumentKinds = {
  'veteran-card': 'HM Armed Forces Veteran Card',
  'service-record': 'Service record',
  'discharge-papers': 'Discharge papers',
  other: 'Another document',
} as const
export type VerificationDocumentKind = keyof typeof verificationDocumentKinds

/** The kind of a document that is to confirm a fact about a business. It is no evidence of a verification. */
export const businessFactCertificateDocumentKind = 'certificate'
export type StoredVerificationDocumentKind = VerificationDocumentKind | typeof businessFactCertificateDocumentKind

/** Parses the kind of a document; 'other' where the member has not said it, or it is unknown. */
export function parseVerificationDocumentKind(value: unknown): VerificationDocumentKind {
  return typeof value === 'string' && Object.hasOwn(verificationDocumentKinds, value)
    ? (value as VerificationDocumentKind)
    : 'other'
}

/** Whether a member has uploaded a document since the reviewer's request, or has replied to it. */
export function isReviewerRequestAnswered(
  asked: { decidedAt: Date; reply: string | null },
  documents: { uploadedAt: Date }[],
): boolean {
  return asked.reply !== null || documents.some(({ uploadedAt }) => uploadedAt > asked.decidedAt)
}

/** File type of a document, detected from its bytes. */
export type VerificationDocumentFileType = keyof typeof verificationDocumentFileTypes

/** Accepted file types, with the media type to serve. */
export const verificationDocumentFileTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

/** Whether browsers display files of a type. */
export function isFileTypeShownByBrowsers(type: VerificationDocumentFileType): boolean {
  return type !== 'heic' && type !== 'doc' && type !== 'docx'
}

/**
 * What is recorded about a case, in order: a reviewer's decisions; what an admin took back ('revoked', 'reopened'); and what the
 * member did, their yearly confirmation and their appeal.
 */
export type VerificationDecisionKind =
  | 'approved'
  | 'rejected'
  | 'more-needed'
  | 'revoked'
  | 'reopened'
  | 'confirmed'
  | 'appealed'

/** Seconds in which a reviewer can undo an approval or a rejection; until then its email, the listing, the code and the API wait. */
export const verificationDecisionUndoSeconds = 60

/** Days within which a member can appeal a rejection or a revocation; the last one counts to its end in London. */
export const verificationAppealDays = 28

/** Whether a member can appeal it. */
export function isVerificationDecisionAppealable(decision: VerificationDecisionKind): boolean {
  return decision === 'rejected' || decision === 'revoked'
}

/** Reasons for rejecting a verification. */
export const verificationRejectionReasons = {
  unreadable: 'It cannot be read',
  'another-name': 'The name does not match the account',
  'not-service': 'It does not show service',
  'wrong-document': 'It is the wrong document, or not all of it',
  other: 'Another reason',
} as const
export type VerificationRejectionReason = keyof typeof verificationRejectionReasons

/** The label of a stored reason; null for none and for one that is no longer in the list. */
export function verificationRejectionReasonLabel(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(verificationRejectionReasons, reason)
    ? verificationRejectionReasons[reason as VerificationRejectionReason]
    : null
}

/** Minutes until a claim on a case lapses unless it is renewed. */
export const verificationCaseClaimMinutes = 30

/**
 * Masks a service number except for its last three characters; a number under seven characters is masked entirely. Members
 * never see the full number again, so neither an unattended screen nor a stolen session reveals it.
 */
export function maskServiceNumber(number: string): string {
  return `••••${number.length >= 7 ? number.slice(-3) : ''}`
}

/** How a verification status is shown to its member. */
export interface VerificationStatusDescription {
  /** Percent complete. */
  progress: 0 | 25 | 75 | 100
  title: string
  text: string
  /** Label of the button to the next step; null where there is nothing for the member to do. */
  action: string | null
  tone: 'none' | 'waiting' | 'bad' | 'good'
}

const notStarted: VerificationStatusDescription = {
  progress: 0,
  title: 'Not Started',
  text: 'Tell us about your service to begin.',
  action: 'Start Verification',
  tone: 'none',
}

const statusDescriptions: Record<VerificationStatus, VerificationStatusDescription> = {
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

/** The description of a status; null and unknown statuses count as not started. */
export function describeVerificationStatusForMember(status: VerificationStatus | null): VerificationStatusDescription {
  return status !== null && Object.hasOwn(statusDescriptions, status) ? statusDescriptions[status] : notStarted
}

export const verificationSteps = ['military', 'documents', 'declaration', 'review'] as const
export type VerificationStep = (typeof verificationSteps)[number]

export const verificationStepTitles: Record<VerificationStep, string> = {
  military: 'Military Service',
  documents: 'Documents',
  declaration: 'Declaration',
  review: 'Review & Submit',
}

/** Path of the wizard, which resumes at the first incomplete step. */
export const verificationWizardPath = href('/verification')

/** Path of one step of the wizard. */
export function verificationStepPath(step: VerificationStep): string {
  return `${verificationWizardPath}?step=${step}`
}

/** Path of the form to appeal a decision. */
export const verificationAppealPath = `${verificationStepPath('documents')}#appeal`

/** Parses the `step` parameter; null where it is missing or unknown. */
export function parseVerificationStep(value: unknown): VerificationStep | null {
  return verificationSteps.find((step) => step === value) ?? null
}

const dayMs = 86_400_000

/** Working days within which we promise a decision. */
export const verificationReviewWorkingDays = 14

/** Until when a submission is decided at the latest. */
export function verificationDecisionDueAt(sentAt: Date): Date {
  return addWorkingDays(sentAt, verificationReviewWorkingDays)
}

/** Days before the due date from which a verification can be confirmed and reminders are sent. */
export const verificationConfirmationOpensDaysBeforeDue = 30

/** The dates of a verification. */
export interface VerificationTerm {
  /** Confirmation is due by this time. */
  dueAt: Date
  /** When it ends unless it is confirmed; null until a reminder has announced a date. */
  endsAt: Date | null
  /** It can be confirmed now. */
  isOpen: boolean
}

interface TermDays {
  validDays: number
  graceDays: number
}

/** When confirmation of a verification is due. */
export function yearlyVerificationConfirmationDueAt(
  verifiedAt: Date,
  { validDays }: Pick<TermDays, 'validDays'>,
): Date {
  return new Date(verifiedAt.getTime() + validDays * dayMs)
}

/** The term of a verification; null where the time of verification is unknown, as it then has none. */
export function verificationTermOf(
  { verifiedAt, endsAt, announcedEndAt }: Record<'verifiedAt' | 'endsAt' | 'announcedEndAt', Date | null>,
  days: TermDays,
  now: Date,
): VerificationTerm | null {
  if (!verifiedAt) return null
  const dueAt = yearlyVerificationConfirmationDueAt(verifiedAt, days)
  // Where the end was postponed after a reminder, show the announced date until it has passed.
  const isAhead = announcedEndAt !== null && announcedEndAt > now
  return {
    dueAt,
    endsAt: endsAt && isAhead ? announcedEndAt : endsAt,
    isOpen: endsAt !== null || now.getTime() >= dueAt.getTime() - verificationConfirmationOpensDaysBeforeDue * dayMs,
  }
}

/** Minimum days between a reminder and the end it announces. */
export const verificationEndNoticeDays = 30

/**
 * The end that a reminder sent now announces: after the grace period and at least {@link verificationEndNoticeDays} ahead. Rounded up to
 * midnight UTC, so that ends can be counted by day.
 */
export function verificationEndDateToAnnounce(verifiedAt: Date, days: TermDays, now: Date): Date {
  const afterGrace = yearlyVerificationConfirmationDueAt(verifiedAt, days).getTime() + days.graceDays * dayMs
  return new Date(Math.ceil(Math.max(afterGrace, now.getTime() + verificationEndNoticeDays * dayMs) / dayMs) * dayMs)
}

/** At most `endsShare` of all verifications, or `endsMinimum` if more, may end within any `verificationEndsLimitWindowDays` days. */
export const verificationEndsLimitWindowDays = 7
const endsShare = 0.05
const endsMinimum = 5

/** How many of `verified` verifications may end within {@link verificationEndsLimitWindowDays} days. */
export function maxVerificationEndsPerWindow(verified: number): number {
  return Math.max(endsMinimum, Math.floor(verified * endsShare))
}

/** The verifications that end on a day; `day` is the number of days since 1970-01-01. */
export interface VerificationEndCountsOfDay {
  day: number
  /** Ends that count towards the limit. */
  counted: number
  /** Ends an admin allowed: outside the limit, but subtracted from the verifications that remain. */
  allowed: number
}

/**
 * Postpones ends so that no {@link verificationEndsLimitWindowDays} days exceed {@link maxVerificationEndsPerWindow}, assuming nobody confirms. Past ends, and
 * ends that fit on their day, stay.
 * @param days the last week and all future days that have ends, in ascending order
 * @param verified how many members are verified now
 * @param today days since 1970-01-01
 */
export function planVerificationEndPostponements(
  days: VerificationEndCountsOfDay[],
  verified: number,
  today: number,
): { from: number; to: number; count: number }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const ofDay = new Map(days.map((entry) => [entry.day, entry]))
  let remaining = verified
  for (const { day, counted, allowed } of days) if (day <= today) remaining += counted + allowed
  /** For each window: how many verifications may end in it, and how many do. */
  const windows: { limit: number; taken: number }[] = []
  const waiting: { from: number; count: number }[] = []
  const postponed: { from: number; to: number; count: number }[] = []
  for (let day = first.day; day <= last.day || waiting.length > 0; day += 1) {
    const { counted = 0, allowed = 0 } = ofDay.get(day) ?? {}
    windows.push({ limit: maxVerificationEndsPerWindow(remaining), taken: 0 })
    // Windows include both boundary days, so the limit holds for any seven days regardless of the time of day.
    if (windows.length > verificationEndsLimitWindowDays + 1) windows.shift()
    const room = Math.max(0, Math.min(...windows.map(({ limit, taken }) => limit - taken)))
    const kept = day <= today ? counted : Math.min(counted, room)
    let placed = kept
    for (let left = room - kept; day > today && left > 0 && waiting[0]; ) {
      const count = Math.min(left, waiting[0].count)
      postponed.push({ from: waiting[0].from, to: day, count })
      waiting[0].count -= count
      if (waiting[0].count === 0) waiting.shift()
      left -= count
      placed += count
    }
    if (counted > kept) waiting.push({ from: day, count: counted - kept })
    for (const window of windows) window.taken += placed
    remaining -= placed + allowed
  }
  return postponed
}

/** The reminder that is due, the latest where several are; null where none is due yet. */
export function dueVerificationConfirmationReminderKind(dueAt: Date, now: Date): 'month' | 'week' | 'day' | null {
  const left = dueAt.getTime() - now.getTime()
  if (left <= 0) return 'day'
  if (left <= 7 * dayMs) return 'week'
  return left <= verificationConfirmationOpensDaysBeforeDue * dayMs ? 'month' : null
}

/** Text of a member's badge: 'Verified Member' for a verified member, else their status. */
export function verificationBadgeText(status: VerificationStatus | null): string {
  return status === 'Verified' ? 'Verified Member' : (status ?? describeVerificationStatusForMember(null).title)
}
