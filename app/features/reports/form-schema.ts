import { z } from 'zod/mini'
import { choice, contactEmail, requiredText, tooLong } from '#app/lib/form-fields.ts'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { measures, objectionOutcomes, reasons, reportLengths } from './model.ts'

const required = (label: string, limit: number, missing: string) => requiredText(paragraphs(), label, limit, missing)

const oneOf = <Value extends string>(names: Record<Value, string>, label: string, missing: string) =>
  choice(Object.keys(names) as [Value, ...Value[]], label, missing)

export const reportSchema = z.object({
  /** The id of one picture of a listing; without it the whole page is meant. */
  picture: optional(z.pipe(line(), z.uuid('Choose a picture from the list'))),
  reason: oneOf(reasons, 'Reason', 'Choose a reason'),
  words: required('What is wrong', reportLengths.words, 'Tell us what is wrong'),
  email: optional(z.pipe(line(), contactEmail())),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: line(),
})

/** What staff decide about everything that was reported about one thing. The owner reads `notice`, whoever reported reads `answer`. */
export const reportDecisionSchema = z
  .object({
    measure: oneOf(measures, 'Action', 'Choose an action'),
    rule: oneOf(reasons, 'Reason', 'Choose a reason'),
    answer: required('The answer', reportLengths.answer, 'Enter an answer'),
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
      message: 'Enter a notice to the owner, or choose ‘No action’',
    }),
  )

export const objectionDecisionSchema = z.object({
  contest: line(),
  outcome: oneOf(objectionOutcomes, 'The decision', 'Choose a decision'),
  answer: required('The answer', reportLengths.answer, 'Enter an answer'),
})

export const reportAppealSchema = z.object({
  decision: line(),
  words: required('Why it is wrong', reportLengths.words, 'Tell us why it is wrong'),
})

export const reportComplaintSchema = z.object({
  words: required('Why it is wrong', reportLengths.words, 'Tell us why it is wrong'),
})

export type ReportInput = z.output<typeof reportSchema>
export type ReportDecisionInput = z.output<typeof reportDecisionSchema>
export type ObjectionDecisionForm = z.output<typeof objectionDecisionSchema>
