import { failureToast } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    contact: 'contact' | 'support' | 'complaint' | 'complaint-answer' | 'handled' | 'waiting'
  }
}

/** Maximum lengths in characters. */
export const contactFieldMaxLengths = { name: 200, phone: 50, message: 5_000, answer: 5_000 } as const

/** Types of support. */
export const supportMusterInquiryKinds = [
  'Corporate Sponsorship',
  'Philanthropic Support',
  'Strategic Partnership',
  'Other',
] as const

export type SupportMusterInquiryKind = (typeof supportMusterInquiryKinds)[number]

/** The mailboxes with their names. */
export const contactMailboxLabels = {
  general: 'General',
  verification: 'Verification',
  partnerships: 'Partnerships',
} as const

export type ContactMailbox = keyof typeof contactMailboxLabels

/** What a complaint about data protection may be about. */
export const dataProtectionComplaintSubjectLabels = {
  access: 'A copy of my data',
  correction: 'Something that is wrong',
  deletion: 'Something that should be deleted',
  use: 'How my data is used or shared',
  security: 'A data breach, or data that is not safe',
  other: 'Something else',
} as const

export type DataProtectionComplaintSubject = keyof typeof dataProtectionComplaintSubjectLabels

/** Days within which a complaint is answered. */
export const dataProtectionComplaintAnswerDays = 30

/** The kinds of enquiries with their labels. */
export const contactSubmissionKindLabels = {
  support: 'Support enquiry',
  contact: 'Contact message',
  complaint: 'Data protection complaint',
} as const

export type ContactSubmissionKind = keyof typeof contactSubmissionKindLabels

/** The toast after an enquiry was stored. */
export const contactSubmissionThanksToasts = {
  support: { title: 'Thank You!', description: "Your support inquiry has been submitted. We'll be in touch soon." },
  contact: { title: 'Thank You!', description: "Your message has been sent. We'll be in touch soon." },
  complaint: {
    title: 'We have your complaint',
    description: `We received it today, and answer by email within ${dataProtectionComplaintAnswerDays} days.`,
  },
} as const

/** The toasts after a complaint was answered, or could not be. */
export const dataProtectionComplaintAnswerToasts = {
  answered: { title: 'Answered', description: 'The answer is on its way by email.' },
  notAnswered: failureToast('Answer not sent'),
  already: { title: 'Not sent', description: 'It has already been answered.', bad: true },
} as const

/** The toast if an enquiry could not be sent. */
export const contactSubmissionNotSentToast = failureToast(
  'Not sent',
  'Something went wrong on our side. Try again in a moment.',
)

export const contactSubmissionNotMarkedToast = failureToast('Enquiry not marked')

/** The filters of the list. */
export const contactSubmissionStateLabels = { waiting: 'Waiting', handled: 'Handled' } as const

export type ContactSubmissionState = keyof typeof contactSubmissionStateLabels

export interface ContactSubmissionFilter {
  /** Null for all. */
  kind: ContactSubmissionKind | null
  state: ContactSubmissionState | null
}

/** An enquiry in the list of the team. */
export interface ContactSubmissionListRow {
  kind: ContactSubmissionKind
  id: string
  name: string
  email: string
  /** The type of support, the mailbox, or what a complaint is about. */
  about: string
  /** The beginning of the message. */
  excerpt: string
  createdAt: Date
  handledAt: Date | null
  /** Until when a complaint is to be answered; null for other kinds. */
  dueAt: Date | null
}

/** Complaints that wait for an answer. */
export interface WaitingDataProtectionComplaintCounts {
  waiting: number
  /** Those that should have been answered by now. */
  overdue: number
}

/** An enquiry in full. */
export interface ContactSubmissionView extends Omit<ContactSubmissionListRow, 'excerpt'> {
  /** The mailbox that it is emailed to. */
  mailbox: ContactMailbox
  organization: string | null
  phone: string | null
  message: string
  /** Whether the sender was signed in. */
  isMember: boolean
  /** What a complaint was answered; null for other kinds and while it waits. */
  answer: string | null
  /** Who handled it; null while it is open, and for a former member. */
  handledBy: string | null
}
