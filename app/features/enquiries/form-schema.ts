import { z } from 'zod/mini'
import { requiredTextSchema, senderEmailSchema, senderPhoneSchema, tooLongMessage } from '#app/lib/form-fields.ts'
import { multilineTextSchema, optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { type EnquiryStatus, enquiryFieldLengths, enquiryStatusLabels } from './model.ts'

/** What somebody asks of a business. */
export const enquirySchema = z.object({
  needs: requiredTextSchema(multilineTextSchema(), 'What you need', enquiryFieldLengths.needs, 'Tell us what you need'),
  place: requiredTextSchema(singleLineTextSchema(), 'Where', enquiryFieldLengths.place, 'Enter a town or postcode'),
  wantedBy: optionalTextSchema(
    z.pipe(
      singleLineTextSchema(),
      z
        .string()
        .check(z.maxLength(enquiryFieldLengths.wantedBy, tooLongMessage('By when', enquiryFieldLengths.wantedBy))),
    ),
  ),
  name: requiredTextSchema(singleLineTextSchema(), 'Name', enquiryFieldLengths.name, 'Enter your name'),
  email: senderEmailSchema(),
  phone: senderPhoneSchema(enquiryFieldLengths.phone),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: singleLineTextSchema(),
})

export type EnquiryInput = z.output<typeof enquirySchema>

const statusNames = Object.keys(enquiryStatusLabels) as [EnquiryStatus, ...EnquiryStatus[]]

export const enquiryStatusSchema = z.object({ status: z.enum(statusNames) })

export const enquiryNoteSchema = z.object({
  note: z.pipe(
    multilineTextSchema(),
    z.string().check(z.maxLength(enquiryFieldLengths.note, tooLongMessage('Note', enquiryFieldLengths.note))),
  ),
})
