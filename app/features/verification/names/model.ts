import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'

/** Whose name has changed. */
export const verificationNameChangeFilters = {
  all: 'All',
  member: 'Their own name',
  business: 'Name of the business',
} as const
export type VerificationNameChangeFilter = keyof typeof verificationNameChangeFilters

/** Parses the filter of a URL; 'all' for none or an unknown one. */
export function parseVerificationNameChangeFilter(value: string | null): VerificationNameChangeFilter {
  return value !== null && Object.hasOwn(verificationNameChangeFilters, value)
    ? (value as VerificationNameChangeFilter)
    : 'all'
}

/** The names of a verification, as they were when it was sent or checked, and as they are now. */
export interface VerificationNameChange {
  caseId: string
  name: string
  nameBefore: string
  isMemberRenamed: boolean
  business: string | null
  businessSlug: string | null
  businessBefore: string | null
  isBusinessRenamed: boolean
  changedAt: Date
  /** Says what both are called now: who accepts or approves that has seen it. */
  seen: string
}

/** A verification in the list of those whose names have changed. */
export interface ListedVerificationNameChange extends VerificationNameChange {
  /** The member's name, with what they are called on the site beside it. */
  staffName: string
  /** Whether it is the reader's own, which somebody else looks at. */
  isOwn: boolean
}

export const verificationNameChangeToasts = {
  accepted: { title: 'Names accepted', description: 'What they are called now counts as checked.' } as ToastMessage,
  changed: failureToast(
    'Not accepted',
    'The names have changed since you opened this, or someone else was first. You see how it is now.',
  ),
  failed: failureToast('Not accepted', 'Try again in a moment.'),
  renamed: failureToast(
    'Not approved',
    'A name has changed since you opened this case. You see both here: look at the documents again.',
  ),
} as const
