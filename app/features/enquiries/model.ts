import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    enquiries: 'ask' | 'confirm-sent' | 'erase-sent' | 'mark-lead' | 'lead-note' | 'switch-leads'
  }
}

/** Maximum lengths in characters. */
export const enquiryFieldLengths = {
  name: 200,
  phone: 50,
  needs: 5_000,
  place: 200,
  wantedBy: 200,
  note: 5_000,
} as const

/** Businesses that can be asked at once. */
export const enquiryRecipientsMaximum = 5

/** Days until an enquiry is deleted. */
export const enquiryRetentionDays = 365

/** Days after which an owner is reminded of an enquiry that is still new. */
export const enquiryReminderDays = 3

/** What an owner has done about an enquiry. */
export const enquiryStatusLabels = { new: 'New', answered: 'Answered', done: 'Done', spam: 'Spam' } as const

export type EnquiryStatus = keyof typeof enquiryStatusLabels

/** Why an enquiry waits for its sender to confirm their address before the owner gets it. */
export type EnquirySenderConfirmationReason = 'links' | 'reported' | 'many' | 'address'

/** A business that can be asked. */
export interface EnquiryRecipient {
  slug: string
  name: string
}

/** What a sender typed. */
export interface EnquiryDetails {
  name: string
  email: string
  phone: string | null
  needs: string
  place: string
  wantedBy: string | null
}

/** What a sender sees of what they sent. */
export interface SentEnquiryView extends EnquiryDetails {
  createdAt: Date
  recipients: EnquiryRecipient[]
}

/** An enquiry in the list of the member who sent it. */
export interface OwnSentEnquiry {
  id: string
  /** Whether its address is still to be confirmed. */
  isWaiting: boolean
  /** The businesses that got it, or will once it is confirmed. */
  names: string[]
  needs: string
  email: string
  createdAt: Date
}

/** The page behind a sender's link. */
export type SentEnquiryState =
  /** It was erased, is older than a year, or never existed. */
  | { state: 'gone' }
  /** The address has not been confirmed, so nothing that was typed is shown. */
  | { state: 'unconfirmed'; recipients: string[]; createdAt: Date }
  | { state: 'confirmed'; request: SentEnquiryView; deletedOn: Date }

/** An enquiry in the list of an owner. */
export interface ListedInboxEnquiry {
  id: string
  status: EnquiryStatus
  name: string
  place: string
  /** The beginning of what is needed. */
  excerpt: string
  forwardedAt: Date
}

/** An enquiry as its owner reads it. */
export interface InboxEnquiryView extends EnquiryDetails {
  id: string
  status: EnquiryStatus
  note: string
  forwardedAt: Date
  /** Whether the sender has confirmed the address. */
  isConfirmed: boolean
}

/** One that was opened. */
export interface OpenedInboxEnquiry extends InboxEnquiryView {
  /** A link that dials the sender; null if nothing can be dialled. */
  call: string | null
}

/** The inbox of an owner besides its list. */
export interface EnquiryInboxSummary {
  businessName: string
  isOn: boolean
  counts: Record<EnquiryStatus, number>
}

/** A sender that owners reported, as staff see it. */
export interface EnquirySpamSender {
  email: string
  reports: number
  businesses: number
  lastAt: Date
}

const count = (firms: number) => (firms === 1 ? 'the business' : `all ${firms} businesses`)

/** The title of the toast after sending: by it the form knows to start empty. */
export const enquirySentToastTitle = 'Enquiry sent'

export const enquiryToasts = {
  sent: (firms: number, email: string): ToastMessage => ({
    title: enquirySentToastTitle,
    description: `Now confirm your email address: we have sent a link to ${email}. ${firms === 1 ? 'The business replies' : 'The businesses reply'} to you by email.`,
    asks: 'mail',
  }),
  sentByMember: (firms: number): ToastMessage => ({
    title: enquirySentToastTitle,
    description: `It is on its way to ${count(firms)}. We have sent you a copy.`,
  }),
  failed: failureToast('Not sent', 'Something went wrong on our side. Try again in a moment.'),
  notConfirmed: failureToast('Address not confirmed'),
  notErased: failureToast('Enquiry not deleted'),
  notMarked: failureToast('Enquiry not marked'),
  noteNotSaved: failureToast('Note not saved'),
  notSwitched: failureToast('Enquiries not changed'),
  limited: (minutes: number): ToastMessage => ({
    title: 'Not sent',
    description: `Too many enquiries from your network. Wait ${formatCountWithNoun(minutes, 'minute')} and try again.`,
    bad: true,
  }),
  gone: {
    title: 'Not sent',
    description: 'This business no longer accepts enquiries. Your enquiry was not sent.',
    bad: true,
  },
  ourEmail: 'Enter your own email address, so that the business can reply to you.',
  confirmed: {
    title: 'Address confirmed',
    description: 'We have sent you a copy of your enquiry.',
  },
  erased: {
    title: 'Enquiry deleted',
    description: 'We no longer have it. Emails already sent cannot be taken back.',
  },
  marked: (status: EnquiryStatus): ToastMessage => ({
    title: `Marked as ${enquiryStatusLabels[status].toLowerCase()}`,
  }),
  noteSaved: { title: 'Note saved' },
  switchedOn: { title: 'Enquiries are on', description: 'Your page now has the button ‘Ask for a quote’.' },
  switchedOff: { title: 'Enquiries are off', description: 'Your page no longer has the button ‘Ask for a quote’.' },
  notFound: { title: 'Not found', description: 'There is no such enquiry. The sender may have deleted it.', bad: true },
} as const
