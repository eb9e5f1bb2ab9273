import { z } from 'zod/mini'
import { requiredText, senderEmail, senderPhone, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { type LeadStatus, leadStatuses, lengths } from './schema.ts'

/** What somebody asks of a business. */
export const enquirySchema = z.object({
  needs: requiredText(paragraphs(), 'What you need', lengths.needs),
  place: requiredText(line(), 'Where', lengths.place),
  wantedBy: optional(
    z.pipe(line(), z.string().check(z.maxLength(lengths.wantedBy, tooLong('By when', lengths.wantedBy)))),
  ),
  name: requiredText(line(), 'Name', lengths.name),
  email: senderEmail(),
  phone: senderPhone(lengths.phone),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

export type EnquiryForm = z.output<typeof enquirySchema>

const statusNames = Object.keys(leadStatuses) as [LeadStatus, ...LeadStatus[]]

export const markSchema = z.object({ status: z.enum(statusNames) })

export const noteSchema = z.object({
  note: z.pipe(paragraphs(), z.string().check(z.maxLength(lengths.note, tooLong('Note', lengths.note)))),
})
