import { z } from 'zod'
import { isVisible, line, optional, paragraphs } from '#app/lib/form-text.ts'
import { telephoneUri } from '#app/lib/links.ts'

/** Characters at most. */
export const lengths = { name: 200, phone: 50, message: 5_000 } as const

/** What support may be. */
export const supportTypes = [
  'Corporate Sponsorship',
  'Philanthropic Support',
  'Strategic Partnership',
  'Other',
] as const
export type SupportType = (typeof supportTypes)[number]

/** The mailboxes a message may go to, and what they are called. */
export const mailboxes = { general: 'General', verification: 'Verification', partnerships: 'Partnerships' } as const
export type Mailbox = keyof typeof mailboxes
const mailboxNames = Object.keys(mailboxes) as [Mailbox, ...Mailbox[]]

/** The two forms that enquiries come by, and what the team calls what they bring. */
export const enquiryKinds = { support: 'Support inquiry', contact: 'Contact message' } as const
export type EnquiryKind = keyof typeof enquiryKinds

const tooLong = (label: string, limit: number) => `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

const required = (text: z.ZodType<string>, label: string, limit: number) =>
  text.pipe(z.string().refine(isVisible, `${label} is required`).max(limit, tooLong(label, limit)))

/** One of a list; what no form of ours offers is told apart from nothing chosen. */
const choice = <Value extends string>(values: readonly [Value, ...Value[]], label: string) =>
  line().pipe(
    z
      .string()
      .min(1, `${label} is required`)
      .pipe(z.enum(values, `${label} must be one of the list`)),
  )

const sender = {
  name: required(line(), 'Name', lengths.name),
  email: line().pipe(
    z.string().min(1, 'Email is required').pipe(z.email('Invalid email address').max(254, 'Invalid email address')),
  ),
}

const message = required(paragraphs(), 'Message', lengths.message)

/** What goes with every form unseen. */
const unseen = {
  /** Made with the form: what is sent twice under one counts once. */
  submission: z.uuid().optional().catch(undefined),
  /** Hidden from people: whoever fills it in is a program. */
  homepage: line(),
}

export const supportSchema = z.object({
  ...sender,
  organization: optional(line().pipe(z.string().max(lengths.name, tooLong('Organisation', lengths.name)))),
  phone: optional(
    line().pipe(
      z
        .string()
        .max(lengths.phone, 'Invalid phone number format')
        .refine((value) => /(\D*\d){5}/.test(value) && telephoneUri(value) !== null, 'Invalid phone number format'),
    ),
  ),
  supportType: choice(supportTypes, 'Type of support'),
  message,
  privacyAgreed: z.literal('on', 'Please agree to the privacy policy'),
  ...unseen,
})

export const contactSchema = z.object({
  ...sender,
  mailbox: choice(mailboxNames, 'What it is about'),
  message,
  ...unseen,
})

export type SupportInquiry = z.output<typeof supportSchema>
export type ContactMessage = z.output<typeof contactSchema>

/** What is said once an enquiry is there. */
export const thanks = {
  support: { title: 'Thank You!', description: "Your support inquiry has been submitted. We'll be in touch soon." },
  contact: { title: 'Thank You!', description: "Your message has been sent. We'll be in touch soon." },
} as const

/** What is said where nothing was sent, for another reason than what was typed. */
export function notSent(description: string) {
  return { title: 'Not sent', description, bad: true } as const
}

/** Who is signed in, for what a form may be filled in with. */
export interface KnownSender {
  name: string | null
  email: string
}

/** What a list of enquiries may be narrowed to. */
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
  /** The beginning of what was written. */
  excerpt: string
  createdAt: Date
  handledAt: Date | null
}

/** One enquiry with all that was sent. */
export interface EnquiryView extends Omit<ListedEnquiry, 'excerpt'> {
  /** Which of ours it is mailed to. */
  mailbox: Mailbox
  organization: string | null
  phone: string | null
  message: string
  /** Whether a member sent it who was signed in. */
  isMember: boolean
  /** Who of the team took care of it; null while it waits, and where they have left. */
  handledBy: string | null
}
