import { z } from 'zod/mini'
import { multilineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { type VerificationRejectionReason, verificationRejectionReasons } from '../rules.ts'
import { reviewerMessageMaxLength, verificationVerdicts } from './model.ts'

const reasons = Object.keys(verificationRejectionReasons) as [
  VerificationRejectionReason,
  ...VerificationRejectionReason[],
]

const notTooLong = z.maxLength(
  reviewerMessageMaxLength,
  `What you write to the member must be ${reviewerMessageMaxLength} characters or fewer`,
)

/** The decision form. Rejecting needs a reason; asking for more, and the reason 'other', need a message. */
export const verificationDecisionSchema = z
  .object({
    verdict: z.enum(verificationVerdicts, { error: 'Choose what to do' }),
    reason: z.optional(z.enum(reasons, { error: 'Choose a reason from the list' })),
    words: z._default(z.string().check(z.trim(), notTooLong), ''),
    /** The names that the page showed, where one has changed since the case was sent; see `VerificationNameChange`. */
    names: z.optional(z.string()),
    /** The record that the page showed, which an approval confirms; none where it showed none. */
    record: z.optional(z.string()),
  })
  .check(
    z.superRefine(({ verdict, reason, words }, context) => {
      const need = (path: 'reason' | 'words', message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (verdict === 'reject' && !reason) need('reason', 'Choose why you reject it')
      if (verdict === 'reject' && reason === 'other' && !words) need('words', 'Tell the member why you reject it')
      if (verdict === 'ask-for-more' && !words) need('words', 'Tell the member what is missing')
    }),
  )

export type VerificationDecisionInput = z.output<typeof verificationDecisionSchema>

export const undoVerificationDecisionSchema = z.object({ decision: z.string() })

/** What an admin writes to the member to revoke a verification or to reopen a case. */
export const verificationReversalSchema = z.object({
  words: z.pipe(
    multilineTextSchema(),
    z.string().check(z.refine(hasVisibleCharacter, 'Tell the member why'), notTooLong),
  ),
  /** The last decision that the page showed; empty for none. */
  last: z._default(z.string(), ''),
})
export type VerificationReversalInput = z.output<typeof verificationReversalSchema>
