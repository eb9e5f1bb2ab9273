import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type {
  BusinessFactName,
  ConfirmableBusinessFactName,
  FactConfirmationContext,
  FactConfirmationMethod,
} from './rules.ts'

/** How a stated fact is at the moment, by the database's clock. */
export type BusinessFactState = 'stated' | 'waiting' | 'confirmed' | 'renamed' | 'declined' | 'ended'

/** A confirmation that holds. */
export interface PublicBusinessFactConfirmation {
  /** Where it was seen, as in 'seen in the public register'. */
  how: string
  at: Date
  /** Its last day, at noon. */
  until: Date
}

/** A fact as everybody sees it. */
export interface PublicBusinessFact {
  fact: BusinessFactName
  label: string
  text: string
  /** Where it is looked up; null if it has no public register. */
  registerUrl: string | null
  /** Null for what only the owner states. */
  confirmed: PublicBusinessFactConfirmation | null
}

/** What was checked of a business, and what its owner states. */
export interface BusinessChecks {
  /** Null where the business is not verified, as in a preview. */
  relationship: CheckedOwnerMilitaryRelationship | null
  facts: PublicBusinessFact[]
  /** The next moment at which a date of a fact has passed; null if there is none. The verification has its own, shorter rule. */
  changesAt: Date | null
}

/** The same in words, for the panel 'What we checked'. */
export interface BusinessChecksPanelTexts {
  title: string
  notChecked: string
  rows: {
    label: string
    text: string
    registerUrl: string | null
    /** How far it is confirmed; null for what says so itself. */
    note: string | null
    isConfirmed: boolean
  }[]
}

/** The owner's relationship to the armed forces, as it was checked. */
export interface CheckedOwnerMilitaryRelationship {
  /** Such as 'Verified veteran-owned'. */
  claim: string
  /** How it was checked, as a sentence without its full stop. */
  basis: string
  /** When it was checked, or last confirmed; null if that is not known. */
  checkedAt: Date | null
  /** The first day on which it can end. */
  endsAt: Date
}

/** A fact that its owner can ask to have confirmed. */
export interface OwnConfirmableBusinessFact {
  fact: ConfirmableBusinessFactName
  value: string
  state: BusinessFactState
  /** The check that waits or was decided; null where the owner has not asked about this value. */
  checkId: string | null
  askedAt: Date | null
  decidedAt: Date | null
  until: string | null
  method: FactConfirmationMethod | null
  words: string | null
  certificates: number
  /** What it was confirmed for, and what that is now; null unless they differ. */
  before: FactConfirmationContext | null
  now: FactConfirmationContext | null
}

/** A business in the list of those that wait. */
export interface BusinessWithWaitingFacts {
  id: string
  name: string
  count: number
  askedAt: Date
}

/** A certificate as reviewers see it; its content has a route of its own. */
export interface FactCertificateView {
  id: string
  fileName: string
  uploadedAt: Date
}

/** A fact that waits for a reviewer. */
export interface WaitingBusinessFact {
  checkId: string
  fact: ConfirmableBusinessFactName
  value: string
  askedAt: Date
  /** What else the decision is of, as the reviewer sees it; see `decideBusinessFact`. */
  subject: string
  /** The same in words. */
  now: FactConfirmationContext
  /** The same when the owner asked; null if it is the same now. */
  asked: FactConfirmationContext | null
  /** What was confirmed before; null for nothing, and for what is the same now. */
  confirmed: { value: string; for: FactConfirmationContext; at: Date } | null
  certificates: FactCertificateView[]
}

export const businessFactDecisions = ['register', 'certificate', 'decline'] as const
export type BusinessFactDecision = (typeof businessFactDecisions)[number]

export const factDecisionMessageMaxLength = 1_000

const again = 'Try again in a moment.'

export const ownFactConfirmationToasts = {
  asked: {
    title: 'Asked',
    description: 'This page will say what a reviewer finds.',
  } as ToastMessage,
  askedForCertificate: {
    title: 'Asked',
    description: 'Now upload the certificate. This page will then say what a reviewer finds.',
  } as ToastMessage,
  notAsked: failureToast('Not asked', again),
  changed: failureToast('Not asked', 'This has changed since you opened the page. It now shows the latest.'),
  tooMany: failureToast('Not asked', 'You have asked too many times today. Try again tomorrow.'),
  withdrawn: {
    title: 'Taken back',
    description: 'No reviewer will read it, and what you uploaded is deleted.',
  } as ToastMessage,
  withdrawFailed: failureToast('Not taken back', again),
  notWithdrawn: failureToast(
    'Not taken back',
    'This was decided or taken back since you opened the page. It now shows the latest.',
  ),
  closed: failureToast('Upload failed', 'We no longer need this certificate. This page now shows the latest.'),
  tooManyCertificates: failureToast('Too many files', 'There are already 3 files for this.'),
} as const

/** The toast for an owner who asked; insurance has no register, so it needs a certificate. */
export function factConfirmationRequestedToast(fact: ConfirmableBusinessFactName): ToastMessage {
  return fact === 'insurance' ? ownFactConfirmationToasts.askedForCertificate : ownFactConfirmationToasts.asked
}

export type BusinessFactDecisionNotTakenReason =
  | 'closed'
  | 'changed'
  | 'renamed'
  | 'no-register'
  | 'no-certificate'
  | 'unopened'

/** Why a reviewer's decision was not taken. */
export const businessFactDecisionNotTakenToasts: Record<BusinessFactDecisionNotTakenReason, ToastMessage> = {
  closed: failureToast('Not decided', 'Another reviewer decided it first, or the owner took it back.'),
  changed: failureToast('Not decided', 'The owner has changed it since. What they ask about now is shown here.'),
  renamed: failureToast(
    'Not decided',
    'The name, place or trades of the business have changed since you opened this. You see how they are now.',
  ),
  'no-register': failureToast('Not decided', 'It has no public register: look at its certificate.'),
  'no-certificate': failureToast('Not decided', 'There is no certificate: look in the public register.'),
  unopened: failureToast(
    'Not decided',
    'There is a certificate that you have not opened. Open every certificate, then confirm.',
  ),
}

export const businessFactDecidedToasts: Record<BusinessFactDecision, ToastMessage> = {
  register: { title: 'Confirmed', description: 'The page of the business says so now.' },
  certificate: { title: 'Confirmed', description: 'The page of the business says so now.' },
  decline: { title: 'Not confirmed', description: 'The owner reads why.' },
}

export const businessFactNotDecidedToast = failureToast('Not decided', again)
