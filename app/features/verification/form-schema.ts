import { z } from 'zod/mini'
import { chosenId } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { appealLength, declarationText, replyLength, serviceDescriptionLength, serviceNumberLength } from './model.ts'

const checked = z.transform((value) => value === 'on')

export const militarySchema = z.object({
  militaryRelationshipTypeId: chosenId('Military relationship type is required'),
  serviceBranchId: chosenId('Service branch is required'),
  /** Null where left empty, which keeps the stored number. */
  serviceNumber: z.pipe(
    z.transform((value) => (typeof value === 'string' && value.trim().toLowerCase() === 'none' ? '' : value)),
    optional(z.pipe(line(), z.string().check(z.maxLength(serviceNumberLength, 'Service number too long')))),
  ),
  /** Deletes the stored number. */
  removeServiceNumber: checked,
  serviceDescription: optional(
    z.pipe(paragraphs(), z.string().check(z.maxLength(serviceDescriptionLength, 'Service description too long'))),
  ),
})

export type MilitaryForm = z.output<typeof militarySchema>

/** A member's reply to a reviewer who asked for more, where they upload nothing new. */
export const documentsSchema = z.object({
  reply: optional(z.pipe(paragraphs(), z.string().check(z.maxLength(replyLength, 'Your answer is too long')))),
  /** Files are uploaded separately beforehand; this field shows their errors. */
  documents: z.optional(z.unknown()),
})

const consented = z.pipe(checked, z.literal(true, 'Tick the box to agree to the declaration'))

/** Forms submit line breaks as CRLF. */
const sameText = z.pipe(
  z.transform((value) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value)),
  z.literal(declarationText, 'The declaration has changed. Read it again'),
)

export const declarationSchema = z.object({ declarationText: sameText, consentGiven: consented })

export const yearlyConfirmationSchema = z.object({
  declarationText: sameText,
  consentGiven: z.pipe(checked, z.literal(true, 'Tick the box to confirm that it is still true')),
})

export const withdrawalSchema = z.object({
  withdraw: z.pipe(checked, z.literal(true, 'Tick the box to withdraw')),
})

export const verificationAppealSchema = z.object({
  /** The decision that is appealed, as it was shown. */
  decision: z.string(),
  words: z.pipe(
    paragraphs(),
    z
      .string()
      .check(
        z.refine(isVisible, 'Tell us why you think the decision is wrong'),
        z.maxLength(appealLength, `What you write must be ${appealLength} characters or fewer`),
      ),
  ),
})
