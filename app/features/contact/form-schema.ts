import { z } from 'zod/mini'
import { choice, requiredText, senderEmail, senderPhone, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import {
  contactLengths,
  type DataComplaintSubject,
  dataComplaintSubjects,
  type Mailbox,
  mailboxes,
  supportKinds,
} from './model.ts'

const mailboxNames = Object.keys(mailboxes) as [Mailbox, ...Mailbox[]]

const sender = {
  name: requiredText(line(), 'Name', contactLengths.name, 'Enter your name'),
  email: senderEmail(),
}

const message = requiredText(paragraphs(), 'Message', contactLengths.message, 'Enter a message')

/** A honeypot in a hidden field: only bots fill it in. */
const homepage = line()

export const supportSchema = z.object({
  ...sender,
  organization: optional(
    z.pipe(line(), z.string().check(z.maxLength(contactLengths.name, tooLong('Organisation', contactLengths.name)))),
  ),
  phone: senderPhone(contactLengths.phone),
  supportType: choice(supportKinds, 'Type of support', 'Choose a type of support'),
  message,
  privacyAgreed: z.literal('on', 'Agree to the privacy policy'),
  homepage,
})

export const contactSchema = z.object({
  ...sender,
  mailbox: choice(mailboxNames, 'What it is about', 'Choose what it is about'),
  message,
  homepage,
})

const complaintSubjectNames = Object.keys(dataComplaintSubjects) as [DataComplaintSubject, ...DataComplaintSubject[]]

export const dataComplaintSchema = z.object({
  ...sender,
  subject: choice(complaintSubjectNames, 'What it is about', 'Choose what it is about'),
  message: requiredText(paragraphs(), 'Your complaint', contactLengths.message, 'Enter your complaint'),
  homepage,
})

/** What staff answer to a complaint. */
export const dataComplaintAnswerSchema = z.object({
  answer: requiredText(paragraphs(), 'The answer', contactLengths.answer, 'Enter an answer'),
})

export type SupportInquiry = z.output<typeof supportSchema>

export type ContactMessage = z.output<typeof contactSchema>

export type DataComplaint = z.output<typeof dataComplaintSchema>
