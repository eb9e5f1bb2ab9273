import { z } from 'zod/mini'
import { choiceSchema, emailAddressSchema, requiredTextSchema, tooLongMessage } from '#app/lib/form-fields.ts'
import { multilineTextSchema, optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { contentReportReasons, moderationMeasures, reportObjectionOutcomes, reportTextMaxLengths } from './model.ts'

const required = (label: string, limit: number, missing: string) =>
  requiredTextSchema(multilineTextSchema(), label, limit, missing)

const oneOf = <Value extends string>(names: Record<Value, string>, label: string, missing: string) =>
  choiceSchema(Object.keys(names) as [Value, ...Value[]], label, missing)

export const contentReportSchema = z.object({
  /** The id of one picture of a listing; without it the whole page is meant. */
  picture: optionalTextSchema(z.pipe(singleLineTextSchema(), z.uuid('Choose a picture from the list'))),
  reason: oneOf(contentReportReasons, 'Reason', 'Choose a reason'),
  words: required('What is wrong', reportTextMaxLengths.words, 'Tell us what is wrong'),
  email: optionalTextSchema(z.pipe(singleLineTextSchema(), emailAddressSchema())),
  /** A honeypot in a hidden field: only bots fill it in. */
  homepage: singleLineTextSchema(),
})

/** What staff decide about everything that was reported about one thing. The owner reads `notice`, whoever reported reads `answer`. */
export const reportDecisionSchema = z
  .object({
    measure: oneOf(moderationMeasures, 'Action', 'Choose an action'),
    rule: oneOf(contentReportReasons, 'Reason', 'Choose a reason'),
    answer: required('The answer', reportTextMaxLengths.answer, 'Enter an answer'),
    notice: z.pipe(
      multilineTextSchema(),
      z
        .string()
        .check(z.maxLength(reportTextMaxLengths.answer, tooLongMessage('The notice', reportTextMaxLengths.answer))),
    ),
    /** The ids of the reports that the page showed. */
    seen: singleLineTextSchema(),
  })
  .check(
    z.refine(({ measure, notice }) => measure === 'none' || hasVisibleCharacter(notice), {
      path: ['notice'],
      message: 'Enter a notice to the owner, or choose ‘No action’',
    }),
  )

export const reportObjectionDecisionSchema = z.object({
  contest: singleLineTextSchema(),
  outcome: oneOf(reportObjectionOutcomes, 'The decision', 'Choose a decision'),
  answer: required('The answer', reportTextMaxLengths.answer, 'Enter an answer'),
})

export const reportAppealSchema = z.object({
  decision: singleLineTextSchema(),
  words: required('Why it is wrong', reportTextMaxLengths.words, 'Tell us why it is wrong'),
})

export const reportComplaintSchema = z.object({
  words: required('Why it is wrong', reportTextMaxLengths.words, 'Tell us why it is wrong'),
})

export type ContentReportInput = z.output<typeof contentReportSchema>
export type ReportDecisionInput = z.output<typeof reportDecisionSchema>
export type ReportObjectionDecisionInput = z.output<typeof reportObjectionDecisionSchema>
