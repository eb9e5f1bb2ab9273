import { z } from 'zod'
import { type Decision, type RejectionReason, rejectionReasons } from './rules.ts'

/** Characters a reviewer may write to a member. */
export const messageMaxLength = 2_000

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
      .max(messageMaxLength, `What you write to the member must be ${messageMaxLength} characters or fewer`)
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
export interface Message {
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

/** The toast for a decision that cannot be taken as it is. */
export function explainDecision([first]: string[]): Message {
  return { title: 'Validation Error', description: first ?? 'Please check the form for errors.', bad: true }
}

const verbs: Record<Decision, string> = {
  approved: 'approved it',
  rejected: 'rejected it',
  'more-needed': 'asked the member for more',
  confirmed: 'confirmed it',
}

/** What was decided, and by whom, in a sentence's words. */
export function formatDecision({ decision, by }: { decision: Decision; by: string | null }): string {
  return `${by ?? (decision === 'confirmed' ? 'The member' : 'A reviewer')} ${verbs[decision]}`
}

/** What a reviewer is told whose decision came too late. */
export function closedMessage(last: { decision: Decision; by: string | null; at: string } | null): Message {
  return {
    title: 'Not waiting any more',
    description: last ? `${formatDecision(last)} on ${last.at}. Your decision was not needed.` : 'It was withdrawn.',
    bad: true,
  }
}

/** What a reviewer is told whose case somebody else has taken over. */
export function claimedMessage(by: string): Message {
  return { title: 'Taken over', description: `${by} is reviewing it now. Your decision was not made.`, bad: true }
}
