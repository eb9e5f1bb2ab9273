import { z } from 'zod'
import { type RejectionReason, rejectionReasons } from './rules.ts'

/** Characters a reviewer may write to a member. */
export const wordsMaxLength = 2_000

/** What a reviewer can do with a case. */
export const verdicts = ['approve', 'reject', 'ask-for-more'] as const
export type Verdict = (typeof verdicts)[number]

const reasons = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]

/** The form of a decision. A reason is needed to reject, words to ask for more and where the reason is another one. */
export const decisionSchema = z
  .object({
    verdict: z.enum(verdicts, { error: 'Choose what to do' }),
    reason: z.enum(reasons, { error: 'Choose a reason from the list' }).optional(),
    words: z
      .string()
      .trim()
      .max(wordsMaxLength, `What you write to the member must be ${wordsMaxLength} characters or fewer`)
      .default(''),
  })
  .superRefine(({ verdict, reason, words }, context) => {
    const need = (path: 'reason' | 'words', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (verdict === 'reject' && !reason) need('reason', 'Choose why you reject it')
    if (verdict === 'reject' && reason === 'other' && !words) need('words', 'Write to the member why you reject it')
    if (verdict === 'ask-for-more' && !words) need('words', 'Write to the member what is missing')
  })

export type DecisionForm = z.output<typeof decisionSchema>

/** Words that say what just happened. */
interface Message {
  title: string
  description: string
  bad?: boolean
}

/** What is said of a case that was decided. */
export const decided: Record<Verdict, Message> = {
  approve: { title: 'Verification approved', description: 'The member is verified, and is told by mail.' },
  reject: { title: 'Verification rejected', description: 'The member is told by mail, with the reason.' },
  'ask-for-more': { title: 'More asked for', description: 'The member is told by mail what is missing.' },
}

/** What is said where a decision could not be written down. */
export const notDecided: Record<Verdict, Message> = {
  approve: { title: 'Error', description: 'Failed to approve the verification.', bad: true },
  reject: { title: 'Error', description: 'Failed to reject the verification.', bad: true },
  'ask-for-more': { title: 'Error', description: 'Failed to ask the member for more.', bad: true },
}
