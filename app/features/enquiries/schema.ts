/** Maximum lengths in characters. */
export const lengths = { name: 200, phone: 50, message: 5_000 } as const

/** Types of support. */
export const supportTypes = [
  'Corporate Sponsorship',
  'Philanthropic Support',
  'Strategic Partnership',
  'Other',
] as const

export type SupportType = (typeof supportTypes)[number]

/** The mailboxes with their names. */
export const mailboxes = { general: 'General', verification: 'Verification', partnerships: 'Partnerships' } as const

export type Mailbox = keyof typeof mailboxes

/** The two kinds of enquiries with their labels. */
export const enquiryKinds = { support: 'Support inquiry', contact: 'Contact message' } as const

export type EnquiryKind = keyof typeof enquiryKinds

/** The toast after an enquiry was stored. */
export const thanks = {
  support: { title: 'Thank You!', description: "Your support inquiry has been submitted. We'll be in touch soon." },
  contact: { title: 'Thank You!', description: "Your message has been sent. We'll be in touch soon." },
} as const

/** The toast if an enquiry could not be sent. */
export function notSent(description: string) {
  return { title: 'Not sent', description, bad: true } as const
}

/** The filters of the list. */
export const enquiryStates = { waiting: 'Waiting', handled: 'Handled' } as const

export type EnquiryState = keyof typeof enquiryStates

export interface EnquiryFilter {
  /** Null for both. */
  kind: EnquiryKind | null
  state: EnquiryState | null
}

/** An enquiry in the list of the team. */
export interface ListedEnquiry {
  kind: EnquiryKind
  id: string
  name: string
  email: string
  /** The type of support, or the mailbox. */
  about: string
  /** The beginning of the message. */
  excerpt: string
  createdAt: Date
  handledAt: Date | null
}

/** An enquiry in full. */
export interface EnquiryView extends Omit<ListedEnquiry, 'excerpt'> {
  /** The mailbox that it is emailed to. */
  mailbox: Mailbox
  organization: string | null
  phone: string | null
  message: string
  /** Whether the sender was signed in. */
  isMember: boolean
  /** Who handled it; null while it is open, and for a former member. */
  handledBy: string | null
}
