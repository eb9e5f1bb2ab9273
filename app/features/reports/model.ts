import { formatCount } from '#app/lib/format-count.ts'
import { failure } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNames {
    reports: 'report' | 'report-decision' | 'contest-decision' | 'report-appeal' | 'report-complaint'
  }
}

/** Maximum lengths in characters. */
export const reportLengths = { words: 5_000, answer: 2_000 } as const

/** What a report can be about. */
export const subjectTypes = { business: 'Listing', podcast: 'Podcast', picture: 'Picture' } as const

export type SubjectType = keyof typeof subjectTypes

/** Why something is reported. Staff name one of them as the rule that they decide by. */
export const reasons = {
  wrong: 'Wrong or out of date',
  'not-veteran': "Not a veteran's business",
  illegal: 'Illegal or harmful',
  'personal-data': 'My personal data',
  copyright: 'Copyright or trade mark',
  spam: 'Spam or fraud',
  other: 'Something else',
} as const

export type Reason = keyof typeof reasons

/** The rules by which staff decide, as the owner reads them. */
export const rules: Record<Reason, string> = { ...reasons, 'personal-data': 'Personal data of someone' }

/** What staff do about a report. */
export const measures = {
  none: 'No action',
  ask: 'Ask the owner to correct it',
  hide: 'Hide it from the public',
  'remove-picture': 'Remove the picture',
} as const

export type Measure = keyof typeof measures

/** What was done, as whoever reported it and the owner read it. */
export const measuresTaken: Record<Measure, string> = {
  none: 'We left it as it is.',
  ask: 'We asked the owner to correct it.',
  hide: 'We hid it from the public.',
  'remove-picture': 'We removed the picture.',
}

/** The measures that a subject allows. */
export function measuresFor(type: SubjectType): Measure[] {
  return type === 'picture' ? ['none', 'ask', 'remove-picture', 'hide'] : ['none', 'ask', 'hide']
}

/** Who contests a decision: the owner appeals, whoever reported it complains. */
export const objectionKinds = { appeal: 'Appeal by the owner', complaint: 'Complaint by who reported it' } as const

export type ObjectionKind = keyof typeof objectionKinds

/** What another member of staff says to an appeal or a complaint. */
export const objectionOutcomes = { stands: 'The decision stands', changed: 'The decision was wrong' } as const

export type ObjectionOutcome = keyof typeof objectionOutcomes

/** Days within which a decision can be appealed or complained about. */
export const objectionDays = 28

/** The filters of the list. */
export const reportStates = { open: 'To decide', contested: 'Appeals and complaints', decided: 'Decided' } as const

export type ReportState = keyof typeof reportStates

export interface ReportFilter {
  state: ReportState | null
  type: SubjectType | null
}

/** What a report is about, as the public sees it. */
export interface Reportable {
  type: Exclude<SubjectType, 'picture'>
  slug: string
  name: string
  /** The pictures of a listing that can be reported alone. */
  pictures: { id: string; label: string }[]
}

/** The subject of a report, as it is now; null for its name and path once it is gone. */
export interface SubjectView {
  type: SubjectType
  name: string | null
  path: string | null
  /** The smallest file of a picture. */
  picture: string | null
}

/** Everything that was reported about one thing, in the list of staff. */
export interface ListedItem {
  id: string
  subject: SubjectView
  reports: number
  reasons: Reason[]
  lastReportedAt: Date
  isOpen: boolean
  /** Appeals and complaints that wait. */
  objections: number
  /** The owner is among those who reported it. */
  isOwn: boolean
}

/** A report as staff see it. Its words are null once they are deleted. */
export interface ReportView {
  id: string
  reason: Reason
  words: string | null
  wantsAnswer: boolean
  isMember: boolean
  isOwn: boolean
  createdAt: Date
}

/** A decision as staff see it. */
export interface ReportDecisionView {
  id: string
  measure: Measure
  rule: Reason
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
export type Access = 'open' | 'alone' | 'others' | 'owner'

/** An appeal or a complaint as staff see it. */
export interface ObjectionView {
  id: string
  kind: ObjectionKind
  words: string | null
  createdAt: Date
  outcome: ObjectionOutcome | null
  answer: string | null
  decidedBy: string | null
  decidedAt: Date | null
  isDecidedAlone: boolean
  access: Access
}

/** How many reports give a reason, and of how many people. */
export interface ReasonCount {
  reason: Reason
  reports: number
  members: number
  addresses: number
}

export interface ItemView {
  id: string
  subject: SubjectView
  count: number
  isOpen: boolean
  /** The item whose decision did not show these reports. */
  restOf: string | null
  /** The item about the same thing that waits, where this is decided. */
  waiting: string | null
  reasons: ReasonCount[]
  /** The page of the reports, and how many there are. */
  page: number
  pages: number
  access: Access
  reports: ReportView[]
  decisions: ReportDecisionView[]
  objections: ObjectionView[]
}

/** What an owner is told about a decision. Nothing of it says who reported. */
export interface NoticeView {
  id: string
  subject: SubjectView
  measure: Measure
  rule: Reason
  notice: string | null
  decidedAt: Date
  /** Null once it was appealed, or is too old for that. */
  appealEndsAt: Date | null
  appeal: { words: string | null; sentAt: Date; outcome: ObjectionOutcome | null; answer: string | null } | null
}

/** What the page behind the link of an answer shows. */
export interface AnswerView {
  subjectType: SubjectType
  measure: Measure
  answer: string | null
  decidedAt: Date
  state: 'open' | 'sent' | 'late'
}

/** The toasts of the screens. */
export const reportMessages = {
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
  notDecided: failure('Not decided'),
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
    description: `The ${objectionDays} days to do this are over.`,
    bad: true,
  },
  again: { title: 'Already sent', description: 'We already have it. You can only send it once.' },
} as const

export function tooManyReports(minutes: number): string {
  return `Too many reports from your network. Wait ${formatCount(minutes, 'minute')} and try again.`
}

/** The id of the route around the pages of staff, which loads {@link StaffCounts}. */
export const staffRouteId = 'areas/admin'

export interface StaffCounts {
  /** What waits for a decision: reported things, appeals and complaints. */
  openReports: number
}
