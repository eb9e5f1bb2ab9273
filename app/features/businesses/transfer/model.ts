import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'

/** Days in which an invitation to take a business on can be accepted. */
export const ownershipInvitationValidityDays = 14

/** Days after its end until an invitation is deleted. */
export const ownershipTransferRetentionDays = 30

/** Invitations that an owner can send in a day. */
export const maxOwnershipInvitationsPerDay = 5

/** What an owner sees of handing their business on. */
export interface OwnershipTransferForOwner {
  /** The invitation that can be accepted; null if there is none. */
  open: { email: string; askedAt: Date; expiresAt: Date } | null
  /** When they took the business on themselves, in the last days; null if they did not. */
  takenOnAt: Date | null
}

/** An invitation to the confirmed address of a member. */
export interface ReceivedOwnershipInvitation {
  businessName: string
  /** The path of its page. */
  path: string
}

/** Who reads the page of an invitation, and what they can do. */
export type OwnershipTransferViewer =
  | { is: 'visitor' }
  /** Whoever sent it. */
  | { is: 'owner' }
  /** Somebody who has not confirmed the address that was invited. */
  | { is: 'somebody-else'; email: string }
  /** The invited member has a business already. */
  | { is: 'has-business'; name: string }
  | {
      is: 'invited'
      /** Whether they are verified, so that the listing stays in the directory. */
      isVerified: boolean
      /** Whether they have a draft of a business, which is deleted. */
      hasDraft: boolean
    }

/** The page of an invitation. */
export type OwnershipInvitationPageData =
  /** It was withdrawn, accepted by somebody else, has expired or never existed. */
  | { state: 'ended' }
  /** The reader has accepted it. */
  | { state: 'taken-on'; businessName: string }
  | {
      state: 'open'
      businessName: string
      city: string | null
      /** The owner's name. */
      askedBy: string
      askedAt: Date
      expiresAt: Date
      /** The invited address, masked. */
      maskedEmail: string
      reader: OwnershipTransferViewer
    }

export const ownershipTransferMessages = {
  notSent: failureToast('Invitation not sent'),
  ownEmail: "This is your own email address. Enter the new owner's.",
  alreadyInvited: 'You have already invited someone. Withdraw that invitation first.',
  limited: 'You have sent as many invitations as you can in a day. Try again tomorrow.',
  sent: (email: string): ToastMessage => ({
    title: 'Invitation sent',
    description: `We have emailed ${email}. Until they accept, the listing stays yours.`,
  }),
  withdrawn: { title: 'Invitation withdrawn', description: 'The link in our email no longer works.' },
  notWithdrawn: failureToast('Invitation not withdrawn'),
  nothingToWithdraw: {
    title: 'Not found',
    description: 'There is no invitation to withdraw. It may have ended.',
    bad: true,
  },
  failed: failureToast('Listing not transferred'),
  notTakenOn: {
    title: 'Listing not transferred',
    description: 'Nothing has changed. This page says why.',
    bad: true,
  },
  takenOn: (name: string): ToastMessage => ({
    title: `${name} is yours`,
    description: 'Add your own contact details first.',
  }),
} as const

/** What is said where a form of an owner could not be handled. */
export const ownershipTransferFailureToasts = {
  'hand-on': ownershipTransferMessages.notSent,
  'withdraw-handover': ownershipTransferMessages.notWithdrawn,
}
