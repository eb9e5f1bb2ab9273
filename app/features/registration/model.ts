import { accountFormProblemToast, passwordsDifferToast } from '#app/features/account/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    registration: 'confirm' | 'confirm-password' | 'confirm-own'
  }
}

export const militaryRelationshipRequiredMessage = 'Military relationship type is required'

/** The toast for a refused registration: different passwords come first. */
export function invalidRegistrationToast(messages: string[]): ToastMessage {
  return messages.includes(passwordsDifferToast.title) ? passwordsDifferToast : accountFormProblemToast(messages)
}

/** The current or proposed data of a profile. */
interface ProfileOutline {
  name: string
  mobile: string | null
  relationship: string | null
}

/** The data of a confirmation link's page. */
export interface RegistrationConfirmationView {
  email: string
  /** The name that was typed. */
  askedBy: string
  askedAt: Date
  /** Whether the registration was sent from this browser. */
  isOwnBrowser: boolean
  isImported: boolean
  /** For an imported profile that differs from what was typed. */
  choice: { imported: ProfileOutline; typed: ProfileOutline } | null
}
