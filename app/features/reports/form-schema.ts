import { z } from 'zod/mini'
import { choice, contactEmail, requiredText, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { measures, objectionOutcomes, reasons, reportLengths } from './model.ts'

const required = (label: string, limit: number) => requiredText(paragraphs(), label, limit)

const oneOf = <Value extends string>(names: Record<Value, string>, label: string) =>
  choice(Object.keys(names) as [Value, ...Value[]], label)

export const reportSchema = z.object({
  /** The id of one picture of a listing; without it the whole page is meant. */
  picture: optional(z.pipe(line(), z.uuid('Picture must be one of the list'))),
  reason: oneOf(reasons, 'Reason'),
  words: required('What is wrong', reportLengths.words),
  email: optional(z.pipe(line(), contactEmail())),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

/** What staff decide about everything that was reported about one thing. The owner reads `notice`, whoever reported reads `answer`. */
export const reportDecisionSchema = z
  .object({
    measure: oneOf(measures, 'What is done'),
    rule: oneOf(reasons, 'Reason'),
    answer: required('The answer', reportLengths.answer),
    notice: z.pipe(
      paragraphs(),
      z.string().check(z.maxLength(reportLengths.answer, tooLong('The notice', reportLengths.answer))),
    ),
    /** The ids of the reports that the page showed. */
    seen: line(),
  })
  .check(
    z.refine(({ measure, notice }) => measure === 'none' || isVisible(notice), {
      path: ['notice'],
      message: 'The notice to the owner is required where something is done',
    }),
  )

export const objectionDecisionSchema = z.object({
  contest: line(),
  outcome: oneOf(objectionOutcomes, 'The decision'),
  answer: required('The answer', reportLengths.answer),
})

export const reportAppealSchema = z.object({
  decision: line(),
  words: required('Why it is wrong', reportLengths.words),
})

export const reportComplaintSchema = z.object({ words: required('Why it is wrong', reportLengths.words) })

export type ReportInput = z.output<typeof reportSchema>
export type ReportDecisionInput = z.output<typeof reportDecisionSchema>
export type ObjectionDecisionForm = z.output<typeof objectionDecisionSchema>
