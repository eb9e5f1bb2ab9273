import { z } from 'zod/mini'
import { choice, contactEmail, requiredText, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { contestOutcomes, lengths, measures, reasons } from './schema.ts'

const required = (label: string, limit: number) => requiredText(paragraphs(), label, limit)

const oneOf = <Value extends string>(names: Record<Value, string>, label: string) =>
  choice(Object.keys(names) as [Value, ...Value[]], label)

export const reportSchema = z.object({
  /** The id of one picture of a listing; without it the whole page is meant. */
  picture: optional(z.pipe(line(), z.uuid('Picture must be one of the list'))),
  reason: oneOf(reasons, 'Reason'),
  words: required('What is wrong', lengths.words),
  email: optional(z.pipe(line(), contactEmail())),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

/** What staff decide about everything that was reported about one thing. The owner reads `notice`, whoever reported reads `answer`. */
export const decisionSchema = z
  .object({
    measure: oneOf(measures, 'What is done'),
    rule: oneOf(reasons, 'Reason'),
    answer: required('The answer', lengths.answer),
    notice: z.pipe(paragraphs(), z.string().check(z.maxLength(lengths.answer, tooLong('The notice', lengths.answer)))),
    /** The ids of the reports that the page showed. */
    seen: line(),
  })
  .check(
    z.refine(({ measure, notice }) => measure === 'none' || isVisible(notice), {
      path: ['notice'],
      message: 'The notice to the owner is required where something is done',
    }),
  )

export const contestDecisionSchema = z.object({
  contest: line(),
  outcome: oneOf(contestOutcomes, 'The decision'),
  answer: required('The answer', lengths.answer),
})

export const appealSchema = z.object({ decision: line(), words: required('Why it is wrong', lengths.words) })

export const complaintSchema = z.object({ words: required('Why it is wrong', lengths.words) })

export type ReportForm = z.output<typeof reportSchema>
export type DecisionForm = z.output<typeof decisionSchema>
export type ContestDecisionForm = z.output<typeof contestDecisionSchema>
