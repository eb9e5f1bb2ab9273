import { z } from 'zod'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { telephoneUri } from '#app/lib/links.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { type LeadStatus, leadStatuses, lengths } from './schema.ts'

const tooLong = (label: string, limit: number) => `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

const required = (text: z.ZodType<string>, label: string, limit: number) =>
  text.pipe(z.string().refine(isVisible, `${label} is required`).max(limit, tooLong(label, limit)))

/** What somebody asks of a business. */
export const enquirySchema = z.object({
  needs: required(paragraphs(), 'What you need', lengths.needs),
  place: required(line(), 'Where', lengths.place),
  wantedBy: optional(line().pipe(z.string().max(lengths.wantedBy, tooLong('By when', lengths.wantedBy)))),
  name: required(line(), 'Name', lengths.name),
  email: line().pipe(
    z.string().min(1, 'Email is required').pipe(z.email('Invalid email address').max(254, 'Invalid email address')),
  ),
  phone: optional(
    line().pipe(
      z
        .string()
        .max(lengths.phone, 'Invalid phone number format')
        .refine((value) => /(\D*\d){5}/.test(value) && telephoneUri(value) !== null, 'Invalid phone number format'),
    ),
  ),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

export type EnquiryForm = z.output<typeof enquirySchema>

const statusNames = Object.keys(leadStatuses) as [LeadStatus, ...LeadStatus[]]

export const markSchema = z.object({ status: z.enum(statusNames) })

export const noteSchema = z.object({
  note: paragraphs().pipe(z.string().max(lengths.note, tooLong('Note', lengths.note))),
})
