import { data, href } from 'react-router'
import { z } from 'zod'
import { withCommonPasswordCheck } from '#app/features/account/common-passwords-service.server.ts'
import { requestOwnEmailChange } from '#app/features/account/email-change-service.server.ts'
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmTwoFactorSetupSchema,
  currentPasswordSchema,
} from '#app/features/account/form-schema.ts'
import {
  type AccountSecurityFormRefusal,
  accountFormProblemToast,
  emailNotChangedToast,
  newPasswordProblemToast,
  tooManyTriesMessage,
  wrongCurrentPasswordMessage,
} from '#app/features/account/model.ts'
import {
  changeOwnPassword,
  type PasswordCheckResult,
  requestPasswordReset,
} from '#app/features/account/password-change-service.server.ts'
import { endAllOwnSessions, endOwnSession, type RequestSender, signOut } from '#app/features/account/service.server.ts'
import {
  confirmOwnTwoFactorSetup,
  disableOwnTwoFactor,
  renewOwnRecoveryCodes,
  resumeTwoFactorSetupByProof,
  startOwnTwoFactorSetup,
} from '#app/features/account/two-factor-service.server.ts'
import { deleteOwnAccount, requestDataExport } from '#app/features/privacy/service.server.ts'
import { removeAvatar, restoreAvatar } from '#app/features/profile/avatar-service.server.ts'
import { profileFailureToasts } from '#app/features/profile/failures.ts'
import { profileSchema } from '#app/features/profile/form-schema.ts'
import { avatarToasts, invalidProfileToast, noSuchMilitaryRelationshipMessage } from '#app/features/profile/model.ts'
import { profileTabPath } from '#app/features/profile/rules.ts'
import { saveOwnProfile } from '#app/features/profile/service.server.ts'
import { deleteOwnVerificationDocument } from '#app/features/verification/documents/service.server.ts'
import { ownVerificationToasts, verificationDocumentDeletionToasts } from '#app/features/verification/model.ts'
import type { FormName } from '#app/lib/form-names.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  visitor: RequestSender
  actor: Actor
}

const security = profileTabPath('security')
const secrets = ['currentPassword', 'newPassword', 'confirmPassword', 'code', 'proof']

/** Responds with data that is only shown once, so it cannot follow a redirect. */
function show(form: FormName, answer: Omit<AccountSecurityFormRefusal, 'form'>, cookies: string[] = []) {
  return data<AccountSecurityFormRefusal>(
    { form, ...answer },
    { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  )
}

/** Refuses a form whose current password was not right, or was tried too often. */
function refusePassword(
  refusal: Exclude<PasswordCheckResult, { outcome: 'done' }>,
  explain: (messages: string[]) => ToastMessage,
  refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
) {
  const message =
    refusal.outcome === 'wrong-password' ? wrongCurrentPasswordMessage : tooManyTriesMessage(refusal.minutes)
  return refuse(explain([message]), { errors: { currentPassword: [message] } })
}

const titled =
  ({ title }: ToastMessage) =>
  (messages: string[]) => ({ ...accountFormProblemToast(messages), title })
const explainEmailChange = titled(emailNotChangedToast)
const explainTwoFactor = titled(profileFailureToasts['begin-two-factor'])
const explainErasure = titled(profileFailureToasts['delete-account'])

const respondTwoFactorOn = () => redirectWithFlash(security, { title: 'Two-factor authentication is on' })
const respondTwoFactorOff = (cookies: string[] = []) =>
  redirectWithFlash(security, { title: 'Two-factor authentication is off' }, cookies)
const respondSetupExpired = () =>
  redirectWithFlash(security, {
    title: 'That took too long',
    description: 'Set up two-factor authentication again.',
    bad: true,
    asks: 'here',
  })

const profileForm = defineForm({
  name: 'profile',
  schema: profileSchema,
  explain: invalidProfileToast,
  failed: profileFailureToasts.profile,
  handle: async ({ platform, actor }: Sent, profile, refuse: RefuseFormFunction<AccountSecurityFormRefusal>) => {
    if (!(await saveOwnProfile(platform, actor, profile))) {
      return refuse(invalidProfileToast(), {
        errors: { militaryRelationshipTypeId: [noSuchMilitaryRelationshipMessage] },
      })
    }
    return redirectWithFlash(profileTabPath('profile'), { title: 'Profile updated' })
  },
})

const removeAvatarForm = defineForm({
  name: 'remove-avatar',
  failed: profileFailureToasts['remove-avatar'],
  handle: async ({ platform, actor }: Sent) => {
    await removeAvatar(platform, actor)
    return redirectWithFlash(profileTabPath('profile'), {
      title: 'Success',
      description: 'Avatar removed successfully',
    })
  },
})

const undoAvatarForm = defineForm({
  name: 'undo-avatar',
  schema: z.object({ picture: z.string() }),
  failed: profileFailureToasts['undo-avatar'],
  handle: async ({ platform, actor }: Sent, { picture }) => {
    const restored = await restoreAvatar(platform, actor, picture)
    return redirectWithFlash(profileTabPath('profile'), avatarToasts[restored ? 'restored' : 'tooLateToUndo'])
  },
})

const deleteDocumentForm = defineForm({
  name: 'delete-document',
  schema: z.object({ document: z.string() }),
  failed: ownVerificationToasts.deleteFailed,
  handle: async ({ platform, actor }: Sent, { document }) =>
    redirectWithFlash(
      profileTabPath('verification'),
      verificationDocumentDeletionToasts[await deleteOwnVerificationDocument(platform, actor, document)],
    ),
})

const changePasswordForm = defineForm({
  name: 'change-password',
  schema: withCommonPasswordCheck(changePasswordSchema, 'newPassword'),
  secrets,
  explain: newPasswordProblemToast,
  failed: profileFailureToasts['change-password'],
  handle: async ({ platform, actor }: Sent, passwords, refuse: RefuseFormFunction<AccountSecurityFormRefusal>) => {
    const result = await changeOwnPassword(platform, actor, passwords)
    if (result.outcome !== 'done') return refusePassword(result, newPasswordProblemToast, refuse)
    return redirectWithFlash(security, {
      title: 'Password updated',
      description: 'Your password has been successfully changed.',
    })
  },
})

const sendResetLinkForm = defineForm({
  name: 'send-reset-link',
  failed: profileFailureToasts['send-reset-link'],
  handle: async ({ platform, visitor, actor }: Sent, _, refuse: RefuseFormFunction<AccountSecurityFormRefusal>) => {
    const result = await requestPasswordReset(platform, visitor, actor.email)
    if (result.outcome !== 'done') return refuse(profileFailureToasts['send-reset-link'])
    return redirectWithFlash(security, {
      title: 'Password reset email sent',
      description: 'Check your email for the password reset link.',
      asks: 'mail',
    })
  },
})

const changeEmailForm = defineForm({
  name: 'change-address',
  schema: changeEmailSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: profileFailureToasts['change-address'],
  handle: async ({ platform, actor }: Sent, change, refuse: RefuseFormFunction<AccountSecurityFormRefusal>) => {
    const result = await requestOwnEmailChange(platform, actor, change)
    if (result.outcome !== 'done') return refusePassword(result, explainEmailChange, refuse)
    return redirectWithFlash(security, {
      title: 'Check your new address',
      description: `We sent a link to ${change.newEmail}. Follow it to log in with that address.`,
      asks: 'mail',
    })
  },
})

const beginTwoFactorForm = defineForm({
  name: 'begin-two-factor',
  schema: currentPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: profileFailureToasts['begin-two-factor'],
  handle: async (
    { platform, visitor, actor }: Sent,
    { currentPassword },
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    const result = await startOwnTwoFactorSetup(platform, visitor, actor, currentPassword)
    if (result.outcome === 'begun') return show('begin-two-factor', { setup: result.setup })
    if (result.outcome === 'on-already') return respondTwoFactorOn()
    return refusePassword(result, explainTwoFactor, refuse)
  },
})

const confirmTwoFactorForm = defineForm({
  name: 'confirm-two-factor',
  schema: confirmTwoFactorSetupSchema,
  secrets,
  explain: () => accountFormProblemToast(['Enter the code']),
  failed: profileFailureToasts['confirm-two-factor'],
  // The form comes back with the same QR code, unless the set-up has expired.
  with: async ({ platform, actor }: Sent, form) => {
    const setup = await resumeTwoFactorSetupByProof(platform, actor, String(form.get('proof')))
    return setup ? { setup } : respondSetupExpired()
  },
  handle: async (
    { platform, visitor, actor }: Sent,
    confirmation,
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    const confirmed = await confirmOwnTwoFactorSetup(platform, visitor, actor, confirmation)
    switch (confirmed.outcome) {
      case 'on': {
        const toast = { title: 'Two-factor authentication is on' }
        return show('confirm-two-factor', { recoveryCodes: confirmed.recoveryCodes, toast }, confirmed.cookies)
      }
      case 'on-already':
        return respondTwoFactorOn()
      case 'expired':
        return respondSetupExpired()
      default: {
        const message = 'That code is not correct'
        return refuse(explainTwoFactor([message]), { errors: { code: [message] }, with: { setup: confirmed.setup } })
      }
    }
  },
})

const renewRecoveryCodesForm = defineForm({
  name: 'renew-recovery-codes',
  schema: currentPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: profileFailureToasts['renew-recovery-codes'],
  handle: async (
    { platform, visitor, actor }: Sent,
    { currentPassword },
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    const result = await renewOwnRecoveryCodes(platform, visitor, actor, currentPassword)
    if (result.outcome === 'renewed') return show('renew-recovery-codes', { recoveryCodes: result.recoveryCodes })
    if (result.outcome === 'off-already') return respondTwoFactorOff()
    return refusePassword(result, explainTwoFactor, refuse)
  },
})

const disableTwoFactorForm = defineForm({
  name: 'disable-two-factor',
  schema: currentPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: profileFailureToasts['disable-two-factor'],
  handle: async (
    { platform, visitor, actor }: Sent,
    { currentPassword },
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    const result = await disableOwnTwoFactor(platform, visitor, actor, currentPassword)
    if (result.outcome === 'off') return respondTwoFactorOff(result.cookies)
    return refusePassword(result, explainTwoFactor, refuse)
  },
})

const endSessionForm = defineForm({
  name: 'end-session',
  schema: z.object({ id: z.string() }),
  failed: profileFailureToasts['end-session'],
  handle: async (
    { platform, visitor, actor }: Sent,
    { id },
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    if (id === actor.sessionId) {
      return redirectWithFlash(href('/'), { title: 'Signed out' }, await signOut(platform, visitor.headers))
    }
    if (await endOwnSession(platform, actor, id)) return redirectWithFlash(security, { title: 'Session ended' })
    return refuse({ title: 'Session not found', description: 'It has ended already.', bad: true })
  },
})

const endAllSessionsForm = defineForm({
  name: 'end-all-sessions',
  failed: profileFailureToasts['end-all-sessions'],
  handle: async ({ platform, visitor, actor }: Sent) => {
    await endAllOwnSessions(platform, actor)
    const cookies = await signOut(platform, visitor.headers)
    return redirectWithFlash(href('/'), { title: 'Signed out', description: 'You are signed out everywhere.' }, cookies)
  },
})

const requestExportForm = defineForm({
  name: 'request-export',
  failed: profileFailureToasts['request-export'],
  handle: async ({ platform, actor }: Sent, _, refuse: RefuseFormFunction<AccountSecurityFormRefusal>) => {
    const result = await requestDataExport(platform, actor)
    if (result.outcome === 'limited') {
      const description = 'You have asked for several copies today. Try again tomorrow.'
      return refuse({ ...profileFailureToasts['request-export'], description })
    }
    return redirectWithFlash(profileTabPath('settings'), {
      title: 'Your data is being collected',
      description: 'We will email you when it is ready.',
    })
  },
})

const deleteAccountForm = defineForm({
  name: 'delete-account',
  schema: currentPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: profileFailureToasts['delete-account'],
  handle: async (
    { platform, visitor, actor }: Sent,
    { currentPassword },
    refuse: RefuseFormFunction<AccountSecurityFormRefusal>,
  ) => {
    const result = await deleteOwnAccount(platform, actor, currentPassword)
    if (result.outcome !== 'done') return refusePassword(result, explainErasure, refuse)
    const cookies = await signOut(platform, visitor.headers)
    return redirectWithFlash(
      href('/'),
      { title: 'Account deleted', description: 'All your data has been deleted.' },
      cookies,
    )
  },
})

/** Handles the forms of /profile. */
export const handleProfileForm = makeHandlerOfForms<Sent, AccountSecurityFormRefusal>([
  profileForm,
  removeAvatarForm,
  undoAvatarForm,
  deleteDocumentForm,
  changePasswordForm,
  sendResetLinkForm,
  changeEmailForm,
  beginTwoFactorForm,
  confirmTwoFactorForm,
  renewRecoveryCodesForm,
  disableTwoFactorForm,
  endSessionForm,
  endAllSessionsForm,
  requestExportForm,
  deleteAccountForm,
])
