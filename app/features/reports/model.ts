import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { failureToast } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    reports: 'report' | 'report-decision' | 'contest-decision' | 'report-appeal' | 'report-complaint'
  }
}

/** Maximum lengths in characters. */
export const reportTextMaxLengths = { words: 5_000, answer: 2_000 } as const

/** What a report can be about. */
export const reportSubjectTypes = { business: 'Listing', podcast: 'Podcast', picture: 'Picture' } as const

export type ReportSubjectType = keyof typeof reportSubjectTypes

/** Why something is reported. Staff name one of them as the rule that they decide by. */
export const contentReportReasons = {
  wrong: 'Wrong or out of date',
  'not-veteran': "Not a veteran's business",
  illegal: 'Illegal or harmful',
  'personal-data': 'My personal data',
  copyright: 'Copyright or trade mark',
  spam: 'Spam or fraud',
  other: 'Something else',
} as const

export type ContentReportReason = keyof typeof contentReportReasons

/** The rules by which staff decide, as the owner reads them. */
export const moderationRules: Record<ContentReportReason, string> = {
  ...contentReportReasons,
  'personal-data': 'Personal data of someone',
}

/** What staff do about a report. */
export const moderationMeasures = {
  none: 'No action',
  ask: 'Ask the owner to correct it',
  hide: 'Hide it from the public',
  'remove-picture': 'Remove the picture',
} as const

export type ModerationMeasure = keyof typeof moderationMeasures

/** What was done, as whoever reported it and the owner read it. */
export const moderationMeasureTakenTexts: Record<ModerationMeasure, string> = {
  none: 'We left it as it is.',
  ask: 'We asked the owner to correct it.',
  hide: 'We hid it from the public.',
  'remove-picture': 'We removed the picture.',
}

/** The measures that a subject allows. */
export function moderationMeasuresForSubjectType(type: ReportSubjectType): ModerationMeasure[] {
  return type === 'picture' ? ['none', 'ask', 'remove-picture', 'hide'] : ['none', 'ask', 'hide']
}

/** Who contests a decision: the owner appeals, whoever reported it complains. */
export const reportObjectionKinds = {
  appeal: 'Appeal by the owner',
  complaint: 'Complaint by who reported it',
} as const

export type ReportObjectionKind = keyof typeof reportObjectionKinds

/** What another member of staff says to an appeal or a complaint. */
export const reportObjectionOutcomes = { stands: 'The decision stands', changed: 'The decision was wrong' } as const

export type ReportObjectionOutcome = keyof typeof reportObjectionOutcomes

/** Days within which a decision can be appealed or complained about. */
export const reportObjectionDays = 28

/** The filters of the list. */
export const reportStates = { open: 'To decide', contested: 'Appeals and complaints', decided: 'Decided' } as const

export type ReportState = keyof typeof reportStates

export interface ReportFilter {
  state: ReportState | null
  type: ReportSubjectType | null
}

/** What a report is about, as the public sees it. */
export interface ReportableContent {
  type: Exclude<ReportSubjectType, 'picture'>
  slug: string
  name: string
  /** The pictures of a listing that can be reported alone. */
  pictures: { id: string; label: string }[]
}

/** The subject of a report, as it is now; null for its name and path once it is gone. */
export interface ReportSubjectView {
  type: ReportSubjectType
  name: string | null
  path: string | null
  /** The smallest file of a picture. */
  picture: string | null
}

/** Everything that was reported about one thing, in the list of staff. */
export interface ListedReportedItem {
  id: string
  subject: ReportSubjectView
  reports: number
  reasons: ContentReportReason[]
  lastReportedAt: Date
  isOpen: boolean
  /** Appeals and complaints that wait. */
  objections: number
  /** The owner is among those who reported it. */
  isOwn: boolean
}

/** A report as staff see it. Its words are null once they are deleted. */
export interface StaffReportOfItemView {
  id: string
  reason: ContentReportReason
  words: string | null
  wantsAnswer: boolean
  isMember: boolean
  isOwn: boolean
  createdAt: Date
}

/** A decision as staff see it. */
export interface StaffReportDecisionView {
  id: string
  measure: ModerationMeasure
  rule: ContentReportReason
  answer: string | null
  notice: string | null
  decidedBy: string | null
  decidedAt: Date
  isDecidedAlone: boolean
}

/**
 * Whether the reader decides. 'owner': it is theirs, or was; 'others': they reported it, or decided it before; 'alone': they did, but
 * nobody else on the staff can decide.
 */
export type ReportDecisionAccess = 'open' | 'alone' | 'others' | 'owner'

/** An appeal or a complaint as staff see it. */
export interface StaffReportObjectionView {
  id: string
  kind: ReportObjectionKind
  words: string | null
  createdAt: Date
  outcome: ReportObjectionOutcome | null
  answer: string | null
  decidedBy: string | null
  decidedAt: Date | null
  isDecidedAlone: boolean
  access: ReportDecisionAccess
}

/** How many reports give a reason, and of how many people. */
export interface ContentReportReasonCount {
  reason: ContentReportReason
  reports: number
  members: number
  addresses: number
}

export interface ReportedItemView {
  id: string
  subject: ReportSubjectView
  count: number
  isOpen: boolean
  /** The item whose decision did not show these reports. */
  restOf: string | null
  /** The item about the same thing that waits, where this is decided. */
  waiting: string | null
  reasons: ContentReportReasonCount[]
  /** The page of the reports, and how many there are. */
  page: number
  pages: number
  access: ReportDecisionAccess
  reports: StaffReportOfItemView[]
  decisions: StaffReportDecisionView[]
  objections: StaffReportObjectionView[]
}

/** What an owner is told about a decision. Nothing of it says who reported. */
export interface ModerationNoticeView {
  id: string
  subject: ReportSubjectView
  measure: ModerationMeasure
  rule: ContentReportReason
  notice: string | null
  decidedAt: Date
  /** Null once it was appealed, or is too old for that. */
  appealEndsAt: Date | null
  appeal: { words: string | null; sentAt: Date; outcome: ReportObjectionOutcome | null; answer: string | null } | null
}

/** What the page behind the link of an answer shows. */
export interface ReportAnswerView {
  subjectType: ReportSubjectType
  measure: ModerationMeasure
  answer: string | null
  decidedAt: Date
  state: 'open' | 'sent' | 'late'
}

/** The toasts of the screens. */
export const reportToasts = {
  sent: {
    title: 'Thank you',
    description: 'Your report was sent. A person reads it and decides, usually within 14 working days.',
  },
  notSent: { title: 'Not sent', description: 'Something went wrong. Try again in a moment.', bad: true },
  gone: {
    title: 'Not sent',
    description: 'This is no longer shown on Muster, so there is nothing to report.',
    bad: true,
  },
  decided: { title: 'Decided', description: 'Whoever reported it and left an email address gets the answer.' },
  contestDecided: { title: 'Decided', description: 'Whoever asked gets the answer.' },
  notDecided: failureToast('Not decided'),
  closed: { title: 'Not saved', description: 'Someone else has decided this.', bad: true },
  leftToOthers: {
    title: 'Not saved',
    description: 'You have a part in this, so another of the staff decides.',
    bad: true,
  },
  noPicture: { title: 'Not saved', description: 'The picture is gone. Choose something else.', bad: true },
  unread: {
    title: 'Not saved',
    description: 'What you read is decided or deleted. Read what is below, then decide.',
    bad: true,
  },
  appealed: {
    title: 'Appeal sent',
    description: 'Another member of our staff will decide. We will email you the answer.',
  },
  complained: {
    title: 'Complaint sent',
    description: 'Another member of our staff will decide. We will email you the answer.',
  },
  late: {
    title: 'Not sent',
    description: `The ${reportObjectionDays} days to do this are over.`,
    bad: true,
  },
  again: { title: 'Already sent', description: 'We already have it. You can only send it once.' },
} as const

export function tooManyReportsMessage(minutes: number): string {
  return `Too many reports from your network. Wait ${formatCountWithNoun(minutes, 'minute')} and try again.`
}

/** The id of the route around the pages of staff, which loads {@link StaffOpenReportsCount}. */
export const staffPagesRouteId = 'areas/admin'

export interface StaffOpenReportsCount {
  /** What waits for a decision: reported things, appeals and complaints. */
  openReports: number
}
