import { authFailures, emailNotChanged } from '#app/features/account/model.ts'
import { failure } from '#app/lib/toast-message.ts'

const notDeleted = failure('Delete failed')
const twoFactorNotChanged = failure('Two-factor authentication not changed')

/** What is said where a form of /profile could not be handled, or where it could not be sent. */
export const profileFailures = {
  profile: failure('Error saving changes'),
  'remove-avatar': notDeleted,
  'undo-avatar': failure('Error saving changes'),
  'delete-document': notDeleted,
  'change-password': authFailures.reset,
  'send-reset-link': authFailures.forgot,
  'change-address': emailNotChanged,
  'begin-two-factor': twoFactorNotChanged,
  'confirm-two-factor': twoFactorNotChanged,
  'renew-recovery-codes': failure('Recovery codes not replaced'),
  'disable-two-factor': twoFactorNotChanged,
  'end-session': failure('Session not ended'),
  'end-all-sessions': failure('Error signing out'),
  'request-export': failure('Download not prepared'),
  'delete-account': failure('Account not deleted'),
}
