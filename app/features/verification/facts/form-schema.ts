import { z } from 'zod/mini'
import { londonDay, noonOf } from '#app/lib/days.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { decisions, wordsMaxLength } from './model.ts'

/** What an owner asks about: the fact with the value that the page showed. */
export const askSchema = z.object({ fact: z.string(), value: z.string() })

export const withdrawSchema = z.object({ check: z.string() })

/** A reviewer's decision about a fact. */
export const factDecisionSchema = z
  .object({
    check: z.string(),
    /** What the page showed besides the value; null where it did not say. */
    subject: optional(z.string()),
    decision: z.enum(decisions, { error: 'Choose what you found' }),
    /** The last day of what was seen; null where it has none. */
    until: z.pipe(
      line(),
      z.transform((typed: string, context): string | null => {
        if (!isVisible(typed)) return null
        const problem = !noonOf(typed)
          ? 'The last day must be a date, such as 2027-03-31'
          : typed < londonDay(new Date()) && 'The last day has passed: it cannot be confirmed'
        if (!problem) return typed
        context.issues.push({ code: 'custom', message: problem, input: typed })
        return z.NEVER
      }),
    ),
    words: z.pipe(
      paragraphs(),
      z
        .string()
        .check(
          z.maxLength(wordsMaxLength, `What you write to the owner must be ${wordsMaxLength} characters or fewer`),
        ),
    ),
  })
  .check(
    z.superRefine(({ decision, words }, context) => {
      if (decision === 'decline' && !isVisible(words)) {
        context.addIssue({ code: 'custom', path: ['words'], message: 'Tell the owner why you cannot confirm it' })
      }
    }),
  )

export type FactDecisionForm = z.output<typeof factDecisionSchema>
