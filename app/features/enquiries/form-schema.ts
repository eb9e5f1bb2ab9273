import { z } from 'zod/mini'
import { requiredText, senderEmail, senderPhone, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { type EnquiryStatus, enquiryLengths, enquiryStatuses } from './model.ts'

/** What somebody asks of a business. */
export const enquirySchema = z.object({
  needs: requiredText(paragraphs(), 'What you need', enquiryLengths.needs, 'Tell us what you need'),
  place: requiredText(line(), 'Where', enquiryLengths.place, 'Enter a town or postcode'),
  wantedBy: optional(
    z.pipe(line(), z.string().check(z.maxLength(enquiryLengths.wantedBy, tooLong('By when', enquiryLengths.wantedBy)))),
  ),
  name: requiredText(line(), 'Name', enquiryLengths.name, 'Enter your name'),
  email: senderEmail(),
  phone: senderPhone(enquiryLengths.phone),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

export type EnquiryInput = z.output<typeof enquirySchema>

const statusNames = Object.keys(enquiryStatuses) as [EnquiryStatus, ...EnquiryStatus[]]

export const enquiryMarkSchema = z.object({ status: z.enum(statusNames) })

export const enquiryNoteSchema = z.object({
  note: z.pipe(paragraphs(), z.string().check(z.maxLength(enquiryLengths.note, tooLong('Note', enquiryLengths.note)))),
})
