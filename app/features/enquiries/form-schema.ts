import { z } from 'zod/mini'
import { choice, requiredText, senderEmail, senderPhone, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { type ComplaintSubject, complaintSubjects, lengths, type Mailbox, mailboxes, supportTypes } from './schema.ts'

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
  organization: optional(
    z.pipe(line(), z.string().check(z.maxLength(lengths.name, tooLong('Organisation', lengths.name)))),
  ),
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

const complaintSubjectNames = Object.keys(complaintSubjects) as [ComplaintSubject, ...ComplaintSubject[]]

export const complaintSchema = z.object({
  ...sender,
  subject: choice(complaintSubjectNames, 'What it is about'),
  message: requiredText(paragraphs(), 'Your complaint', lengths.message),
  homepage,
})

/** What staff answer to a complaint. */
export const complaintAnswerSchema = z.object({ answer: requiredText(paragraphs(), 'The answer', lengths.answer) })

export type SupportInquiry = z.output<typeof supportSchema>

export type ContactMessage = z.output<typeof contactSchema>

export type Complaint = z.output<typeof complaintSchema>
