import { z } from 'zod'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { telephoneUri } from '#app/lib/links.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { lengths, type Mailbox, mailboxes, supportTypes } from './schema.ts'

const mailboxNames = Object.keys(mailboxes) as [Mailbox, ...Mailbox[]]

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
