import { authFormFailureToasts, emailNotChangedToast } from '#app/features/account/model.ts'
import { failureToast } from '#app/lib/toast-message.ts'

const notDeleted = failureToast('Delete failed')
const twoFactorNotChanged = failureToast('Two-factor authentication not changed')

/** What is said where a form of /profile could not be handled, or where it could not be sent. */
export const profileFailureToasts = {
  profile: failureToast('Error saving changes'),
  'remove-avatar': notDeleted,
  'undo-avatar': failureToast('Error saving changes'),
  'delete-document': notDeleted,
  'change-password': authFormFailureToasts.reset,
  'send-reset-link': authFormFailureToasts.forgot,
  'change-address': emailNotChangedToast,
  'begin-two-factor': twoFactorNotChanged,
  'confirm-two-factor': twoFactorNotChanged,
  'renew-recovery-codes': failureToast('Recovery codes not replaced'),
  'disable-two-factor': twoFactorNotChanged,
  'end-session': failureToast('Session not ended'),
  'end-all-sessions': failureToast('Error signing out'),
  'request-export': failureToast('Download not prepared'),
  'delete-account': failureToast('Account not deleted'),
}
