import { formatCount } from '#app/lib/format-count.ts'
import { failure, type ToastMessage } from '#app/lib/toast-message.ts'

/** Maximum lengths in characters. */
export const lengths = { name: 200, phone: 50, needs: 5_000, place: 200, wantedBy: 200, note: 5_000 } as const

/** Businesses that can be asked at once. */
export const businessesAtOnce = 5

/** Days until an enquiry is deleted. */
export const retentionDays = 365

/** Days after which an owner is reminded of an enquiry that is still new. */
export const reminderDays = 3

/** What an owner has done about an enquiry. */
export const leadStatuses = { new: 'New', answered: 'Answered', done: 'Done', spam: 'Spam' } as const

export type LeadStatus = keyof typeof leadStatuses

/** Why an enquiry waits for its sender to confirm their address before the owner gets it. */
export type HoldReason = 'links' | 'reported' | 'many' | 'address'

/** A business that can be asked. */
export interface Recipient {
  slug: string
  name: string
}

/** What a sender typed. */
export interface RequestText {
  name: string
  email: string
  phone: string | null
  needs: string
  place: string
  wantedBy: string | null
}

/** What a sender sees of what they sent. */
export interface SentRequest extends RequestText {
  createdAt: Date
  recipients: Recipient[]
}

/** An enquiry in the list of the member who sent it. */
export interface OwnRequest {
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
export type SenderView =
  /** It was erased, is older than a year, or never existed. */
  | { state: 'gone' }
  /** The address has not been confirmed, so nothing that was typed is shown. */
  | { state: 'unconfirmed'; recipients: string[]; createdAt: Date }
  | { state: 'confirmed'; request: SentRequest; deletedOn: Date }

/** An enquiry in the list of an owner. */
export interface ListedLead {
  id: string
  status: LeadStatus
  name: string
  place: string
  /** The beginning of what is needed. */
  excerpt: string
  forwardedAt: Date
}

/** An enquiry as its owner reads it. */
export interface LeadView extends RequestText {
  id: string
  status: LeadStatus
  note: string
  forwardedAt: Date
  /** Whether the sender has confirmed the address. */
  isConfirmed: boolean
}

/** One that was opened. */
export interface OpenLead extends LeadView {
  /** A link that dials the sender; null if nothing can be dialled. */
  call: string | null
}

/** The inbox of an owner besides its list. */
export interface InboxSummary {
  businessName: string
  isOn: boolean
  counts: Record<LeadStatus, number>
}

/** A sender that owners reported, as staff see it. */
export interface SpamSender {
  email: string
  reports: number
  businesses: number
  lastAt: Date
}

const count = (firms: number) => (firms === 1 ? 'the business' : `all ${firms} businesses`)

/** The title of the toast after sending: by it the form knows to start empty. */
export const sentTitle = 'Enquiry sent'

export const leadMessages = {
  sent: (firms: number, email: string): ToastMessage => ({
    title: sentTitle,
    description: `Now confirm your address: we have sent a link to ${email}. ${firms === 1 ? 'The business replies' : 'The businesses reply'} to you by email.`,
    asks: 'mail',
  }),
  sentByMember: (firms: number): ToastMessage => ({
    title: sentTitle,
    description: `It is on its way to ${count(firms)}. We have sent you a copy.`,
  }),
  failed: failure('Not sent', 'Something went wrong on our side. Please try again in a moment.'),
  notConfirmed: failure('Address not confirmed'),
  notErased: failure('Enquiry not erased'),
  notMarked: failure('Enquiry not marked'),
  noteNotSaved: failure('Note not saved'),
  notSwitched: failure('Enquiries not switched'),
  limited: (minutes: number): ToastMessage => ({
    title: 'Not sent',
    description: `Too many enquiries from here. Please wait ${formatCount(minutes, 'minute')} and try again.`,
    bad: true,
  }),
  gone: {
    title: 'Not sent',
    description: 'This business cannot be asked any more. Your enquiry was not sent.',
    bad: true,
  },
  ourEmail: 'Type your own email address, so that the business can reply to you.',
  confirmed: {
    title: 'Address confirmed',
    description: 'We have sent you a copy of your enquiry.',
  },
  erased: {
    title: 'Enquiry erased',
    description: 'We no longer have it. Emails that were sent before cannot be taken back.',
  },
  marked: (status: LeadStatus): ToastMessage => ({ title: `Marked as ${leadStatuses[status].toLowerCase()}` }),
  noteSaved: { title: 'Note saved' },
  switchedOn: { title: 'Enquiries are on', description: 'Your page has the button ‘Ask for a quote’.' },
  switchedOff: { title: 'Enquiries are off', description: 'Your page no longer has the button ‘Ask for a quote’.' },
  notFound: { title: 'Not found', description: 'There is no such enquiry. The sender may have erased it.', bad: true },
} as const
