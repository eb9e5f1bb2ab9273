import { z } from 'zod/mini'
import { paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { type RejectionReason, rejectionReasons } from '../rules.ts'
import { messageMaxLength, verdicts } from './model.ts'

const reasons = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]

const notTooLong = z.maxLength(
  messageMaxLength,
  `What you write to the member must be ${messageMaxLength} characters or fewer`,
)

/** The decision form. Rejecting needs a reason; asking for more, and the reason 'other', need a message. */
export const caseDecisionSchema = z
  .object({
    verdict: z.enum(verdicts, { error: 'Choose what to do' }),
    reason: z.optional(z.enum(reasons, { error: 'Choose a reason from the list' })),
    words: z._default(z.string().check(z.trim(), notTooLong), ''),
    /** The names that the page showed, where one has changed since the case was sent; see `NameChange`. */
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

export type CaseDecisionInput = z.output<typeof caseDecisionSchema>

export const undoSchema = z.object({ decision: z.string() })

/** What an admin writes to the member to revoke a verification or to reopen a case. */
export const reversalSchema = z.object({
  words: z.pipe(paragraphs(), z.string().check(z.refine(isVisible, 'Tell the member why'), notTooLong)),
  /** The last decision that the page showed; empty for none. */
  last: z._default(z.string(), ''),
})
export type ReversalForm = z.output<typeof reversalSchema>
