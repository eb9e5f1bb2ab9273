import { z } from 'zod'
import { isVisible, line, optional, paragraphs } from '#app/lib/form-text.ts'
import { telephoneUri } from '#app/lib/links.ts'

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
const mailboxNames = Object.keys(mailboxes) as [Mailbox, ...Mailbox[]]

/** The two kinds of enquiries with their labels. */
export const enquiryKinds = { support: 'Support inquiry', contact: 'Contact message' } as const
export type EnquiryKind = keyof typeof enquiryKinds

const tooLong = (label: string, limit: number) => `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

const required = (text: z.ZodType<string>, label: string, limit: number) =>
  text.pipe(z.string().refine(isVisible, `${label} is required`).max(limit, tooLong(label, limit)))

/** One of a list; an unknown value has another message than a missing one. */
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

/** A honeypot in a hidden field: only bots fill it in. */
const homepage = line()

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
  homepage,
})

export const contactSchema = z.object({
  ...sender,
  mailbox: choice(mailboxNames, 'What it is about'),
  message,
  homepage,
})

export type SupportInquiry = z.output<typeof supportSchema>
export type ContactMessage = z.output<typeof contactSchema>

/** The toast after an enquiry was stored. */
export const thanks = {
  support: { title: 'Thank You!', description: "Your support inquiry has been submitted. We'll be in touch soon." },
  contact: { title: 'Thank You!', description: "Your message has been sent. We'll be in touch soon." },
} as const

/** The toast if an enquiry could not be sent. */
export function notSent(description: string) {
  return { title: 'Not sent', description, bad: true } as const
}

/** The signed-in member, to prefill a form. */
export interface KnownSender {
  name: string | null
  email: string
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
