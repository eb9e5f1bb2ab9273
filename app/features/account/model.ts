import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    account:
      | 'login'
      | 'code'
      | 'register'
      | 'resend'
      | 'send-again'
      | 'forgot'
      | 'reset'
      | 'confirm-email'
      | 'change-password'
      | 'send-reset-link'
      | 'change-address'
      | 'begin-two-factor'
      | 'confirm-two-factor'
      | 'renew-recovery-codes'
      | 'disable-two-factor'
      | 'end-session'
      | 'end-all-sessions'
      | 'sign-out'
  }
}

/** The length of a password in characters. The maximum limits the cost of hashing. */
export const passwordLengthLimits = { min: 6, max: 200 } as const

/** The toast for a form that the schema refuses, from its messages in order. */
export function accountFormProblemToast(messages: string[]): ToastMessage {
  return { title: 'Validation Error', description: messages[0] ?? 'Please check your form data.', bad: true }
}

/** The toast after a confirmation email was asked for again. It is the same whether one was sent. */
export const confirmationEmailResentToast: ToastMessage = {
  title: 'Check your email',
  description: 'If your address still has to be confirmed, a new link is on its way.',
}

/** The title for a link that is no longer valid. */
export const emailLinkExpiredTitle = 'This link has been used or has expired'

/** The message for too many attempts. */
export function tooManyTriesMessage(minutes: number): string {
  return `Too many attempts. Wait ${formatCountWithNoun(minutes, 'minute')} and try again.`
}

export const passwordsDifferToast: ToastMessage = {
  title: 'Passwords do not match',
  description: 'Please make sure both passwords match.',
  bad: true,
}

/** The toast for a new password that is refused. */
export function newPasswordProblemToast(messages: string[]): ToastMessage {
  return { title: 'Error updating password', description: messages[0] ?? passwordNotChangedMessage, bad: true }
}

export const passwordNotChangedMessage = 'Failed to update password. Please try again.'

const notSentAgain = failureToast('Email not sent')

/** What is said where a form of /auth could not be handled, or where it could not be sent. */
export const authFormFailureToasts = {
  login: failureToast('Login failed'),
  code: failureToast('Login failed'),
  register: failureToast('Registration failed'),
  resend: notSentAgain,
  'send-again': notSentAgain,
  forgot: failureToast('Error', 'Failed to send reset email. Please try again.'),
  reset: failureToast('Error updating password', passwordNotChangedMessage),
}

export const emailNotChangedToast = failureToast('Login email not changed')
export const emailConfirmationFailedToast = failureToast('Address not confirmed')

export const wrongCurrentPasswordMessage = 'Your current password is not correct'

/** The data of the page of a link to a new sign-in address. */
export interface EmailChangePageData {
  newEmail: string
  /** False where the member confirms the address that they have. */
  isNew: boolean
  /** The name of the member who requested it. */
  askedBy: string
  askedAt: Date
  /** Whether that member is signed in in this browser. */
  isOwnAccount: boolean
}

/** A member's session, as the member sees it. */
export interface OwnSessionView {
  id: string
  /** Such as 'Firefox on Windows'. */
  device: string
  createdAt: Date
  lastUsedAt: Date
  isCurrent: boolean
}

/** The signed-in user, for that member's pages. */
export interface SignedInMember {
  userId: string
  /** The id of the session; it grants no access. */
  sessionId: string
  email: string
  /** The member's name; null if there is no profile. */
  name: string | null
  avatar: { src: string; srcSet: string } | null
  isAdmin: boolean
  isStaff: boolean
}

/** What a form to write to somebody is prefilled with for a signed-in member. */
export type FormSenderPrefill = Pick<SignedInMember, 'name' | 'email'>

/** The state of two-factor authentication. */
export type TwoFactorState = 'off' | 'on'

/** What an action answers to a form of the security panel. */
export interface AccountSecurityFormRefusal extends FormRefusal {
  setup?: TwoFactorSetupData
  recoveryCodes?: string[]
}

/** The data to add Muster to an authenticator app. */
export interface TwoFactorSetupData {
  /** The key to type without a camera, in groups of four. */
  key: string
  /** Modules per side, and the dark ones as one path. */
  qrCode: { size: number; path: string }
  /** Sent with the first code; proves that the password was entered. */
  proof: string
}

/** The message for a suspended member: the reason, and how to contact us. */
export function accountSuspendedMessage(reason: string | null, email: string): string {
  return reason
    ? `Your account is suspended, for this reason: "${reason}" If you think we are mistaken, write to ${email}.`
    : `Your account is suspended. To ask why, or if you think we are mistaken, write to ${email}.`
}
