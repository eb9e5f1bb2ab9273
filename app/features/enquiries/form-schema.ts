import { z } from 'zod'
import { choice, requiredText, senderEmail, senderPhone, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { lengths, type Mailbox, mailboxes, supportTypes } from './schema.ts'

const mailboxNames = Object.keys(mailboxes) as [Mailbox, ...Mailbox[]]

const sender = {
  name: requiredText(line(), 'Name', lengths.name),
  email: senderEmail(),
}

const message = requiredText(paragraphs(), 'Message', lengths.message)

/** A honeypot in a hidden field: only bots fill it in. */
const homepage = line()

export const supportSchema = z.object({
  ...sender,
  organization: optional(line().pipe(z.string().max(lengths.name, tooLong('Organisation', lengths.name)))),
  phone: senderPhone(lengths.phone),
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
