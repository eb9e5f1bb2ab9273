import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { type VerificationDecisionKind, verificationDecisionUndoSeconds } from '../rules.ts'

/** Characters a reviewer may write to a member. */
export const reviewerMessageMaxLength = 2_000

/** The decisions a reviewer can make. */
export const verificationVerdicts = ['approve', 'reject', 'ask-for-more'] as const

export type VerificationVerdict = (typeof verificationVerdicts)[number]

/** An approval or a rejection that can still be undone. */
export interface UndoableVerificationDecision {
  id: string
  name: string
  decision: 'approved' | 'rejected'
  /** Until it cannot be undone. */
  secondsLeft: number
}

/** Why a decision was not undone. */
export type UndoVerificationDecisionRefusal =
  | 'late'
  | 'undone'
  | 'not-theirs'
  | 'withdrawn'
  | 'left'
  | 'in-review'
  | 'changed'

const undoRefusals: Record<UndoVerificationDecisionRefusal, (member: string) => string> = {
  late: () =>
    `The ${verificationDecisionUndoSeconds} seconds are over, and the email is on its way. An admin can reopen the case.`,
  undone: () => 'It has been undone already.',
  'not-theirs': () => 'Only the reviewer who decided can undo it.',
  withdrawn: (member) =>
    `${member} has withdrawn their verification in the meantime, so there is nothing to return to.`,
  left: () => 'The member has deleted their account in the meantime, so there is nothing to return to.',
  'in-review': (member) => `The case of ${member} is back in review already.`,
  changed: (member) => `An admin has changed the status of ${member} in the meantime.`,
}

/** What a reviewer is told whose decision was not undone. */
export function verificationDecisionNotUndoneToast(
  refusal: UndoVerificationDecisionRefusal,
  member: string | null,
): ToastMessage {
  return { title: 'Not undone', description: undoRefusals[refusal](member ?? 'the member'), bad: true }
}

/** What a reviewer is told whose decision was undone. */
export function verificationDecisionUndoneToast({
  wasSuspendedSince,
  member,
}: {
  wasSuspendedSince: boolean
  member: string
}): ToastMessage {
  const held = 'The case is in review again, and you have it. No email was sent.'
  return {
    title: 'Decision undone',
    description: wasSuspendedSince ? `${held} Note that ${member} was suspended in the meantime.` : held,
  }
}

/** The toasts for them, by the name of the member. */
export const verificationReversedToasts: Record<'revoke' | 'reopen', (member: string) => ToastMessage> = {
  revoke: (member) => ({
    title: 'Verification revoked',
    description: `${member} is no longer verified. We've emailed them with the reason.`,
  }),
  reopen: (member) => ({
    title: 'Case reopened',
    description: `It waits for another reviewer. We've emailed ${member} with the reason.`,
  }),
}

/** The toasts where that failed, or was not possible any more. */
export const verificationNotReversedToasts = {
  failed: failureToast('Error', 'Nothing was changed. Try again in a moment.'),
  changed: {
    title: 'Nothing was changed',
    description: 'The case has changed since you opened it. This page shows how it is now.',
    bad: true,
  },
} as const satisfies Record<string, ToastMessage>

/** What a reviewer is told who has a part in it. */
export const reviewerExcludedToast: ToastMessage = {
  title: 'Someone else decides it',
  description:
    'You reported it, owned it, decided it before or recorded what someone else confirms. Your decision was not made.',
  bad: true,
}

/** What a reviewer is told who approves a case that they do not have. */
export const verificationCaseNotClaimedToast: ToastMessage = {
  title: 'Take the case first',
  description: 'Only whoever has the case can approve it. Your decision was not made.',
  bad: true,
}

/** What a reviewer is told who has not opened so many of the documents that are stored. */
export function unopenedDocumentsToast(count: number): ToastMessage {
  const which = count === 1 ? 'There is a document' : `There are ${count} documents`
  return {
    title: 'Not approved',
    description: `${which} that you have not opened. Open every document, then approve.`,
    bad: true,
  }
}

/** What a reviewer is told where no document is stored, and nothing else was recorded. */
export const noEvidenceToApproveToast: ToastMessage = {
  title: 'Not approved',
  description: 'No document is stored any more. Ask for more, or record what you saw instead.',
  bad: true,
}

/** What a reviewer is told where what was seen instead is not what their page showed. */
export const verificationBasisRecordChangedToast: ToastMessage = {
  title: 'Not approved',
  description: 'What someone saw was recorded or taken back since you opened this case. Look at it as it is now.',
  bad: true,
}

/** The toasts for what a reviewer saw instead of documents. */
export const nonDocumentEvidenceToasts = {
  recorded: {
    title: 'Recorded',
    description: 'The case is back in the queue. Someone else confirms your record, rejects the case or asks for more.',
  },
  recordedAlone: {
    title: 'Recorded',
    description: 'Nobody else on the staff can confirm it. Take the case again to confirm it alone.',
    asks: 'here',
  },
  withdrawn: { title: 'Taken back', description: 'Your record has ended. The case is still in the queue.' },
  notUpheld: {
    title: 'Not recorded',
    description: 'No earlier approval of this case rests on opened documents or a confirmed record.',
    bad: true,
  },
  changed: { title: 'Nothing was changed', description: 'The case has changed since you opened it.', bad: true },
  failed: failureToast('Error', 'Nothing was recorded. Try again in a moment.'),
} as const satisfies Record<string, ToastMessage>

/** What an action answers to a form of a case. */
export interface VerificationCaseFormRefusal extends FormRefusal {
  /** The full service number, where a reviewer requested it. */
  serviceNumber?: string
}

/** The toast for a decision, by the name of the member. */
export const verificationDecidedToasts: Record<VerificationVerdict, (member: string) => ToastMessage> = {
  approve: (member) => ({
    title: 'Verification approved',
    description: `${member} is verified. Unless you undo it, we email them and list their business in ${verificationDecisionUndoSeconds} seconds.`,
  }),
  reject: (member) => ({
    title: 'Verification rejected',
    description: `Unless you undo it, we email ${member} the reason in ${verificationDecisionUndoSeconds} seconds.`,
  }),
  'ask-for-more': (member) => ({
    title: 'More evidence requested',
    description: `We've emailed ${member} to say what is missing.`,
  }),
}

/** The toast where saving a decision failed. */
export const verificationNotDecidedToasts: Record<VerificationVerdict, ToastMessage> = {
  approve: failureToast('Error', 'Failed to approve the verification.'),
  reject: failureToast('Error', 'Failed to reject the verification.'),
  'ask-for-more': failureToast('Error', 'Failed to ask the member for more.'),
}

const notTaken = failureToast('Case not taken')

/** What is said where a form of a case could not be handled. */
export const verificationCaseFailureToasts = {
  decision: verificationNotDecidedToasts.approve,
  'record-seen': nonDocumentEvidenceToasts.failed,
  'withdraw-record': verificationNotReversedToasts.failed,
  shown: failureToast('Document not counted as opened'),
  take: notTaken,
  stay: failureToast('Claim not renewed'),
  next: notTaken,
  'take-over': notTaken,
  release: failureToast('Not returned to the queue'),
  'service-number': failureToast('Service number not shown'),
  revoke: verificationNotReversedToasts.failed,
  reopen: verificationNotReversedToasts.failed,
}

/** The same for a form of the queue. */
export const verificationQueueFailureToasts = {
  next: notTaken,
  order: failureToast('Order not changed'),
  'allow-ends': failureToast('Nothing was changed'),
  undo: failureToast('Not undone'),
}

/** The toast for a decision form with validation errors. */
export function invalidVerificationDecisionToast([first]: string[]): ToastMessage {
  return { title: 'Validation Error', description: first ?? 'Please check the form for errors.', bad: true }
}

const verbs: Record<VerificationDecisionKind, string> = {
  approved: 'approved it',
  rejected: 'rejected it',
  'more-needed': 'asked the member for more',
  revoked: 'revoked it',
  reopened: 'reopened it',
  confirmed: 'confirmed it',
  appealed: 'appealed',
}

/** What was decided, and who decided it, in a sentence's words. */
export function formatVerificationDecision({
  decision,
  by,
}: {
  decision: VerificationDecisionKind
  by: string | null
}): string {
  const isMembers = decision === 'confirmed' || decision === 'appealed'
  return `${by ?? (isMembers ? 'The member' : 'A reviewer')} ${verbs[decision]}`
}

/** What a reviewer is told whose decision came too late. */
export function verificationCaseClosedToast(
  last: { decision: VerificationDecisionKind; by: string | null; at: string } | null,
): ToastMessage {
  return {
    title: 'No longer waiting',
    description: last
      ? `${formatVerificationDecision(last)} on ${last.at}. Your decision was not needed.`
      : 'It was withdrawn.',
    bad: true,
  }
}

/** What a reviewer is told whose case somebody else has taken over. */
export function verificationCaseTakenOverToast(by: string): ToastMessage {
  return { title: 'Taken over', description: `${by} is reviewing it now. Your decision was not made.`, bad: true }
}
