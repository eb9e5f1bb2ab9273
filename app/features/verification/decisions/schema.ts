import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import type { Decision } from '../rules.ts'

/** Characters a reviewer may write to a member. */
export const messageMaxLength = 2_000

/** The decisions a reviewer can make. */
export const verdicts = ['approve', 'reject', 'ask-for-more'] as const

export type Verdict = (typeof verdicts)[number]

/** What an action answers to a form of a case. */
export interface CaseAnswer extends FormAnswer {
  /** The full service number, where a reviewer requested it. */
  serviceNumber?: string
}

/** The toast for a decision, by the name of the member. */
export const decided: Record<Verdict, (member: string) => ToastMessage> = {
  approve: (member) => ({ title: 'Verification approved', description: `${member} is verified. We've emailed them.` }),
  reject: (member) => ({
    title: 'Verification rejected',
    description: `We've emailed ${member} with the reason.`,
  }),
  'ask-for-more': (member) => ({
    title: 'More evidence requested',
    description: `We've emailed ${member} to say what is missing.`,
  }),
}

/** The toast where saving a decision failed. */
export const notDecided: Record<Verdict, ToastMessage> = {
  approve: { title: 'Error', description: 'Failed to approve the verification.', bad: true },
  reject: { title: 'Error', description: 'Failed to reject the verification.', bad: true },
  'ask-for-more': { title: 'Error', description: 'Failed to ask the member for more.', bad: true },
}

/** The toast for a decision form with validation errors. */
export function explainDecision([first]: string[]): ToastMessage {
  return { title: 'Validation Error', description: first ?? 'Please check the form for errors.', bad: true }
}

const verbs: Record<Decision, string> = {
  approved: 'approved it',
  rejected: 'rejected it',
  'more-needed': 'asked the member for more',
  confirmed: 'confirmed it',
}

/** What was decided, and who decided it, in a sentence's words. */
export function formatDecision({ decision, by }: { decision: Decision; by: string | null }): string {
  return `${by ?? (decision === 'confirmed' ? 'The member' : 'A reviewer')} ${verbs[decision]}`
}

/** What a reviewer is told whose decision came too late. */
export function closedMessage(last: { decision: Decision; by: string | null; at: string } | null): ToastMessage {
  return {
    title: 'No longer waiting',
    description: last ? `${formatDecision(last)} on ${last.at}. Your decision was not needed.` : 'It was withdrawn.',
    bad: true,
  }
}

/** What a reviewer is told whose case somebody else has taken over. */
export function claimedMessage(by: string): ToastMessage {
  return { title: 'Taken over', description: `${by} is reviewing it now. Your decision was not made.`, bad: true }
}
