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
  contactFieldMaxLengths,
  contactMailboxLabels,
  type DataProtectionComplaintSubject,
  dataProtectionComplaintSubjectLabels,
  supportMusterInquiryKinds,
} from './model.ts'

const mailboxNames = Object.keys(contactMailboxLabels) as [ContactMailbox, ...ContactMailbox[]]

const sender = {
  name: requiredTextSchema(singleLineTextSchema(), 'Name', contactFieldMaxLengths.name, 'Enter your name'),
  email: senderEmailSchema(),
}

const message = requiredTextSchema(multilineTextSchema(), 'Message', contactFieldMaxLengths.message, 'Enter a message')

/** A honeypot in a hidden field: only bots fill it in. */
const homepage = singleLineTextSchema()

export const supportMusterInquirySchema = z.object({
  ...sender,
  organization: optionalTextSchema(
    z.pipe(
      singleLineTextSchema(),
      z
        .string()
        .check(z.maxLength(contactFieldMaxLengths.name, tooLongMessage('Organisation', contactFieldMaxLengths.name))),
    ),
  ),
  phone: senderPhoneSchema(contactFieldMaxLengths.phone),
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

const complaintSubjectNames = Object.keys(dataProtectionComplaintSubjectLabels) as [
  DataProtectionComplaintSubject,
  ...DataProtectionComplaintSubject[],
]

export const dataProtectionComplaintSchema = z.object({
  ...sender,
  subject: choiceSchema(complaintSubjectNames, 'What it is about', 'Choose what it is about'),
  message: requiredTextSchema(
    multilineTextSchema(),
    'Your complaint',
    contactFieldMaxLengths.message,
    'Enter your complaint',
  ),
  homepage,
})

/** What staff answer to a complaint. */
export const dataProtectionComplaintAnswerSchema = z.object({
  answer: requiredTextSchema(multilineTextSchema(), 'The answer', contactFieldMaxLengths.answer, 'Enter an answer'),
})

export type SupportMusterInquiryInput = z.output<typeof supportMusterInquirySchema>

export type ContactMessageInput = z.output<typeof contactMessageSchema>

export type DataProtectionComplaintInput = z.output<typeof dataProtectionComplaintSchema>
