import { z } from 'zod/mini'
import { londonDay, noonOfDay } from '#app/lib/days.ts'
import { multilineTextSchema, optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { businessFactDecisions, factDecisionMessageMaxLength } from './model.ts'

/** What an owner asks about: the fact with the value that the page showed. */
export const requestFactConfirmationSchema = z.object({ fact: z.string(), value: z.string() })

export const withdrawFactConfirmationRequestSchema = z.object({ check: z.string() })

/** A reviewer's decision about a fact. */
export const businessFactDecisionSchema = z
  .object({
    check: z.string(),
    /** What the page showed besides the value; null where it did not say. */
    subject: optionalTextSchema(z.string()),
    decision: z.enum(businessFactDecisions, { error: 'Choose what you found' }),
    /** The last day of what was seen; null where it has none. */
    until: z.pipe(
      singleLineTextSchema(),
      z.transform((typed: string, context): string | null => {
        if (!hasVisibleCharacter(typed)) return null
        const problem = !noonOfDay(typed)
          ? 'The last day must be a date, such as 2027-03-31'
          : typed < londonDay(new Date()) && 'The last day has passed: it cannot be confirmed'
        if (!problem) return typed
        context.issues.push({ code: 'custom', message: problem, input: typed })
        return z.NEVER
      }),
    ),
    words: z.pipe(
      multilineTextSchema(),
      z
        .string()
        .check(
          z.maxLength(
            factDecisionMessageMaxLength,
            `What you write to the owner must be ${factDecisionMessageMaxLength} characters or fewer`,
          ),
        ),
    ),
  })
  .check(
    z.superRefine(({ decision, words }, context) => {
      if (decision === 'decline' && !hasVisibleCharacter(words)) {
        context.addIssue({ code: 'custom', path: ['words'], message: 'Tell the owner why you cannot confirm it' })
      }
    }),
  )

export type BusinessFactDecisionInput = z.output<typeof businessFactDecisionSchema>
