import { z } from 'zod/mini'
import { chosenIdSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import {
  militaryServiceDescriptionMaxLength,
  serviceNumberMaxLength,
  verificationAppealMaxLength,
  verificationDeclarationText,
  verificationReplyToReviewerMaxLength,
} from './model.ts'

const checked = z.transform((value) => value === 'on')

export const militaryServiceSchema = z.object({
  militaryRelationshipTypeId: chosenIdSchema('Military relationship type is required'),
  serviceBranchId: chosenIdSchema('Service branch is required'),
  /** Null where left empty, which keeps the stored number. */
  serviceNumber: z.pipe(
    z.transform((value) => (typeof value === 'string' && value.trim().toLowerCase() === 'none' ? '' : value)),
    optionalTextSchema(
      z.pipe(singleLineTextSchema(), z.string().check(z.maxLength(serviceNumberMaxLength, 'Service number too long'))),
    ),
  ),
  /** Deletes the stored number. */
  removeServiceNumber: checked,
  serviceDescription: optionalTextSchema(
    z.pipe(
      multilineTextSchema(),
      z.string().check(z.maxLength(militaryServiceDescriptionMaxLength, 'Service description too long')),
    ),
  ),
})

export type MilitaryServiceInput = z.output<typeof militaryServiceSchema>

/** A member's reply to a reviewer who asked for more, where they upload nothing new. */
export const verificationReplyToReviewerSchema = z.object({
  reply: optionalTextSchema(
    z.pipe(
      multilineTextSchema(),
      z.string().check(z.maxLength(verificationReplyToReviewerMaxLength, 'Your answer is too long')),
    ),
  ),
  /** Files are uploaded separately beforehand; this field shows their errors. */
  documents: z.optional(z.unknown()),
})

const consented = z.pipe(checked, z.literal(true, 'Tick the box to agree to the declaration'))

/** Forms submit line breaks as CRLF. */
const sameText = z.pipe(
  z.transform((value) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value)),
  z.literal(verificationDeclarationText, 'The declaration has changed. Read it again'),
)

export const verificationDeclarationSchema = z.object({ declarationText: sameText, consentGiven: consented })

export const yearlyVerificationConfirmationSchema = z.object({
  declarationText: sameText,
  consentGiven: z.pipe(checked, z.literal(true, 'Tick the box to confirm that it is still true')),
})

export const verificationWithdrawalSchema = z.object({
  withdraw: z.pipe(checked, z.literal(true, 'Tick the box to withdraw')),
})

export const verificationAppealSchema = z.object({
  /** The decision that is appealed, as it was shown. */
  decision: z.string(),
  words: z.pipe(
    multilineTextSchema(),
    z
      .string()
      .check(
        z.refine(hasVisibleCharacter, 'Tell us why you think the decision is wrong'),
        z.maxLength(
          verificationAppealMaxLength,
          `What you write must be ${verificationAppealMaxLength} characters or fewer`,
        ),
      ),
  ),
})
