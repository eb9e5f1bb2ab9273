import { z } from 'zod/mini'
import {
  choiceSchema,
  requiredTextSchema,
  senderEmailSchema,
  senderPhoneSchema,
  tooLongMessage,
} from '#app/lib/form-fields.ts'
import { multilineTextSchema, optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import {
  type ContactMailbox,
  contactFieldLengths,
  contactMailboxes,
  type DataComplaintSubject,
  dataComplaintSubjects,
  supportMusterInquiryKinds,
} from './model.ts'

const mailboxNames = Object.keys(contactMailboxes) as [ContactMailbox, ...ContactMailbox[]]

const sender = {
  name: requiredTextSchema(singleLineTextSchema(), 'Name', contactFieldLengths.name, 'Enter your name'),
  email: senderEmailSchema(),
}

const message = requiredTextSchema(multilineTextSchema(), 'Message', contactFieldLengths.message, 'Enter a message')

/** A honeypot in a hidden field: only bots fill it in. */
const homepage = singleLineTextSchema()

export const supportMusterInquirySchema = z.object({
  ...sender,
  organization: optionalTextSchema(
    z.pipe(
      singleLineTextSchema(),
      z.string().check(z.maxLength(contactFieldLengths.name, tooLongMessage('Organisation', contactFieldLengths.name))),
    ),
  ),
  phone: senderPhoneSchema(contactFieldLengths.phone),
  supportType: choiceSchema(supportMusterInquiryKinds, 'Type of support', 'Choose a type of support'),
  message,
  privacyAgreed: z.literal('on', 'Agree to the privacy policy'),
  homepage,
})

export const contactMessageSchema = z.object({
  ...sender,
  mailbox: choiceSchema(mailboxNames, 'What it is about', 'Choose what it is about'),
  message,
  homepage,
})

const complaintSubjectNames = Object.keys(dataComplaintSubjects) as [DataComplaintSubject, ...DataComplaintSubject[]]

export const dataComplaintSchema = z.object({
  ...sender,
  subject: choiceSchema(complaintSubjectNames, 'What it is about', 'Choose what it is about'),
  message: requiredTextSchema(
    multilineTextSchema(),
    'Your complaint',
    contactFieldLengths.message,
    'Enter your complaint',
  ),
  homepage,
})

/** What staff answer to a complaint. */
export const dataComplaintAnswerSchema = z.object({
  answer: requiredTextSchema(multilineTextSchema(), 'The answer', contactFieldLengths.answer, 'Enter an answer'),
})

export type SupportMusterInquiry = z.output<typeof supportMusterInquirySchema>

export type ContactMessage = z.output<typeof contactMessageSchema>

export type DataComplaint = z.output<typeof dataComplaintSchema>
