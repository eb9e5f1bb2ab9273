import { z } from 'zod'
import { paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { type RejectionReason, rejectionReasons } from '../rules.ts'
import { messageMaxLength, verdicts } from './schema.ts'

const reasons = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]

/** The decision form. Rejecting needs a reason; asking for more, and the reason 'other', need a message. */
export const decisionSchema = z
  .object({
    verdict: z.enum(verdicts, { error: 'Choose what to do' }),
    reason: z.enum(reasons, { error: 'Choose a reason from the list' }).optional(),
    words: z
      .string()
      .trim()
      .max(messageMaxLength, `What you write to the member must be ${messageMaxLength} characters or fewer`)
      .default(''),
  })
  .superRefine(({ verdict, reason, words }, context) => {
    const need = (path: 'reason' | 'words', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (verdict === 'reject' && !reason) need('reason', 'Choose why you reject it')
    if (verdict === 'reject' && reason === 'other' && !words) need('words', 'Tell the member why you reject it')
    if (verdict === 'ask-for-more' && !words) need('words', 'Tell the member what is missing')
  })

export type DecisionForm = z.output<typeof decisionSchema>

export const undoSchema = z.object({ decision: z.string() })

/** What an admin writes to the member to revoke a verification or to reopen a case. */
export const reversalSchema = z.object({
  words: paragraphs().pipe(
    z
      .string()
      .refine(isVisible, 'Tell the member why')
      .max(messageMaxLength, `What you write to the member must be ${messageMaxLength} characters or fewer`),
  ),
  /** The last decision that the page showed; empty for none. */
  last: z.string().default(''),
})
export type ReversalForm = z.output<typeof reversalSchema>
