import { data } from 'react-router'
import { refuseCommonPassword } from '#app/features/account/common-passwords-service.server.ts'
import type { SecurityAnswer } from '#app/features/account/components/security-panel.tsx'
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmTwoFactorSchema,
  explainForm,
  explainPassword,
  passwordNotChanged,
  passwordSchema,
  type ToastMessage,
  tooManyTries,
  wrongPassword,
} from '#app/features/account/schema.ts'
import {
  changePassword,
  endAllSessions,
  endSession,
  type PasswordResult,
  requestEmailChange,
  requestPasswordReset,
  signOut,
  type Visitor,
} from '#app/features/account/service.server.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  resumeTwoFactor,
  startTwoFactorSetup,
} from '#app/features/account/two-factor-service.server.ts'
import { deleteAccount, requestExport } from '#app/features/privacy/service.server.ts'
import { profilePath } from '#app/features/profile/rules.ts'
import { explainProfile, noSuchRelationship, profileSchema } from '#app/features/profile/schema.ts'
import { removeAvatar, updateProfile } from '#app/features/profile/service.server.ts'
import { deleteDocument } from '#app/features/verification/document-service.server.ts'
import { deletionMessages, messages as verificationMessages } from '#app/features/verification/schema.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm } from '../parse-form.server.ts'

/** One of the profile's forms, as it was sent. */
interface Sent {
  platform: Platform
  visitor: Visitor
  actor: Actor
  form: FormData
}

type Answer = Response | ReturnType<typeof refuse> | ReturnType<typeof show>

/** A form that cannot be taken: what is wrong with it, on the page it came from. */
function refuse(form: string, answer: Omit<SecurityAnswer, 'form'>) {
  return data<SecurityAnswer>({ form, ...answer }, { status: 400 })
}

/** Something that is shown this once, so it cannot wait for a page that comes next. */
function show(form: string, answer: Omit<SecurityAnswer, 'form'>, cookies: string[] = []) {
  return data<SecurityAnswer>(
    { form, ...answer },
    { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  )
}

const security = profilePath('security')
const secrets = ['currentPassword', 'newPassword', 'confirmPassword', 'code', 'proof']

/** What is wrong with a password that was asked for once more. */
function explainRefusal(refusal: Exclude<PasswordResult, { outcome: 'done' }>): string {
  if (refusal.outcome === 'wrong-password') return wrongPassword
  return tooManyTries(refusal.minutes)
}

type Parsed = ReturnType<typeof parseForm>

/** The answer to a form whose password was not taken. */
function refusePassword(
  form: string,
  submission: Parsed,
  refusal: Exclude<PasswordResult, { outcome: 'done' }>,
  explain: (messages: string[]) => ToastMessage,
) {
  const message = explainRefusal(refusal)
  const result = submission.reply({ hideFields: secrets, fieldErrors: { currentPassword: [message] } })
  return refuse(form, { result, toast: explain([message]) })
}

function refuseForm(form: string, submission: Parsed, explain: (messages: string[]) => ToastMessage) {
  const messages =
    submission.status === 'error' ? Object.values(submission.error ?? {}).flatMap((list) => list ?? []) : []
  return refuse(form, { result: submission.reply({ hideFields: secrets }), toast: explain(messages) })
}

const explainEmailChange = (messages: string[]): ToastMessage => ({
  ...explainForm(messages),
  title: 'Sign-in address not changed',
})
const explainTwoFactor = (messages: string[]): ToastMessage => ({
  ...explainForm(messages),
  title: 'Two-factor sign-in not changed',
})

const explainErasure = (messages: string[]): ToastMessage => ({
  ...explainForm(messages),
  title: 'Account not deleted',
})

const answers: Record<string, (sent: Sent) => Promise<Answer>> = {
  profile: async ({ platform, actor, form }) => {
    const submission = parseForm(form, profileSchema)
    if (submission.status !== 'success') return refuseForm('profile', submission, explainProfile)
    if (!(await updateProfile(platform, actor, submission.value))) {
      const result = submission.reply({ fieldErrors: { militaryRelationshipTypeId: [noSuchRelationship] } })
      return refuse('profile', { result, toast: explainProfile() })
    }
    return redirectWithFlash(profilePath('profile'), { title: 'Profile updated' })
  },

  'remove-avatar': async ({ platform, actor }) => {
    await removeAvatar(platform, actor)
    return redirectWithFlash(profilePath('profile'), {
      title: 'Success',
      description: 'Avatar removed successfully',
    })
  },

  'delete-document': async ({ platform, actor, form }) => {
    try {
      const result = await deleteDocument(platform, actor, String(form.get('document')))
      return redirectWithFlash(profilePath('verification'), deletionMessages[result])
    } catch (error) {
      platform.log.error({ error }, 'a document could not be deleted')
      return refuse('delete-document', { toast: verificationMessages.deleteFailed })
    }
  },

  'change-password': async ({ platform, actor, form }) => {
    const submission = parseForm(form, refuseCommonPassword(changePasswordSchema, 'newPassword'))
    if (submission.status !== 'success') return refuseForm('change-password', submission, explainPassword)
    try {
      const result = await changePassword(platform, actor, submission.value)
      if (result.outcome !== 'done') return refusePassword('change-password', submission, result, explainPassword)
    } catch (error) {
      platform.log.error({ error }, 'a password could not be changed')
      const result = submission.reply({ hideFields: secrets, formErrors: [passwordNotChanged] })
      return refuse('change-password', { result, toast: explainPassword([]) })
    }
    return redirectWithFlash(security, {
      title: 'Password updated',
      description: 'Your password has been successfully changed.',
    })
  },

  'send-reset-link': async ({ platform, visitor, actor }) => {
    try {
      const result = await requestPasswordReset(platform, visitor, actor.email)
      if (result.outcome === 'done') {
        return redirectWithFlash(security, {
          title: 'Password reset email sent',
          description: 'Check your email for the password reset link.',
        })
      }
    } catch (error) {
      platform.log.error({ error }, 'a reset link could not be asked for')
    }
    const description = 'Failed to send reset email. Please try again.'
    return refuse('send-reset-link', { toast: { title: 'Error', description, bad: true } })
  },

  'change-address': async ({ platform, actor, form }) => {
    const submission = parseForm(form, changeEmailSchema)
    if (submission.status !== 'success') return refuseForm('change-address', submission, explainForm)
    const result = await requestEmailChange(platform, actor, submission.value)
    if (result.outcome !== 'done') return refusePassword('change-address', submission, result, explainEmailChange)
    return redirectWithFlash(security, {
      title: 'Check your new address',
      description: `We sent a link to ${submission.value.newEmail}. Follow it to sign in with that address.`,
    })
  },

  'begin-two-factor': async ({ platform, visitor, actor, form }) => {
    const submission = parseForm(form, passwordSchema)
    if (submission.status !== 'success') return refuseForm('begin-two-factor', submission, explainForm)
    const result = await startTwoFactorSetup(platform, visitor, actor, submission.value.currentPassword)
    if (result.outcome === 'begun') return show('begin-two-factor', { setup: result.setup })
    if (result.outcome === 'on-already') return respondTwoFactorOn()
    return refusePassword('begin-two-factor', submission, result, explainTwoFactor)
  },

  'confirm-two-factor': async ({ platform, visitor, actor, form }) => {
    const submission = parseForm(form, confirmTwoFactorSchema)
    if (submission.status !== 'success') {
      const setup = await resumeTwoFactor(platform, actor, String(form.get('proof')))
      if (!setup) return respondSetupExpired()
      const result = submission.reply({ hideFields: secrets })
      return refuse('confirm-two-factor', { result, setup, toast: explainForm(['Enter the code']) })
    }
    const confirmed = await confirmTwoFactor(platform, visitor, actor, submission.value)
    if (confirmed.outcome === 'on') {
      const toast = { title: 'Two-factor sign-in is on' }
      return show('confirm-two-factor', { recoveryCodes: confirmed.recoveryCodes, toast }, confirmed.cookies)
    }
    if (confirmed.outcome === 'on-already') return respondTwoFactorOn()
    if (confirmed.outcome === 'expired') return respondSetupExpired()
    const message = 'That code is not right'
    const result = submission.reply({ hideFields: secrets, fieldErrors: { code: [message] } })
    return refuse('confirm-two-factor', { result, setup: confirmed.setup, toast: explainTwoFactor([message]) })
  },

  'renew-recovery-codes': async ({ platform, visitor, actor, form }) => {
    const submission = parseForm(form, passwordSchema)
    if (submission.status !== 'success') return refuseForm('renew-recovery-codes', submission, explainForm)
    const result = await renewRecoveryCodes(platform, visitor, actor, submission.value.currentPassword)
    if (result.outcome === 'renewed') return show('renew-recovery-codes', { recoveryCodes: result.recoveryCodes })
    if (result.outcome === 'off-already') return respondTwoFactorOff()
    return refusePassword('renew-recovery-codes', submission, result, explainTwoFactor)
  },

  'disable-two-factor': async ({ platform, visitor, actor, form }) => {
    const submission = parseForm(form, passwordSchema)
    if (submission.status !== 'success') return refuseForm('disable-two-factor', submission, explainForm)
    const result = await disableTwoFactor(platform, visitor, actor, submission.value.currentPassword)
    if (result.outcome === 'off') return respondTwoFactorOff(result.cookies)
    return refusePassword('disable-two-factor', submission, result, explainTwoFactor)
  },

  'end-session': async ({ platform, visitor, actor, form }) => {
    const id = form.get('id')
    if (id === actor.sessionId) {
      return redirectWithFlash('/', { title: 'Signed out' }, await signOut(platform, visitor.headers))
    }
    if (typeof id === 'string' && (await endSession(platform, actor, id))) {
      return redirectWithFlash(security, { title: 'Sign-in ended' })
    }
    const description = 'It has ended already.'
    return refuse('end-session', { toast: { title: 'Sign-in not found', description, bad: true } })
  },

  'end-all-sessions': async ({ platform, visitor, actor }) => {
    await endAllSessions(platform, actor)
    const cookies = await signOut(platform, visitor.headers)
    return redirectWithFlash('/', { title: 'Signed out', description: 'You are signed out everywhere.' }, cookies)
  },

  'request-export': async ({ platform, actor }) => {
    const result = await requestExport(platform, actor)
    if (result.outcome === 'limited') {
      const description = 'You have asked for several copies today. Please try again tomorrow.'
      return refuse('request-export', { toast: { title: 'Download not prepared', description, bad: true } })
    }
    const description = 'We write to you when it is ready.'
    return redirectWithFlash(profilePath('settings'), { title: 'Your data is being collected', description })
  },

  'delete-account': async ({ platform, visitor, actor, form }) => {
    const submission = parseForm(form, passwordSchema)
    if (submission.status !== 'success') return refuseForm('delete-account', submission, explainForm)
    const result = await deleteAccount(platform, actor, submission.value.currentPassword)
    if (result.outcome !== 'done') return refusePassword('delete-account', submission, result, explainErasure)
    const cookies = await signOut(platform, visitor.headers)
    return redirectWithFlash('/', { title: 'Account deleted', description: 'Everything of yours is gone.' }, cookies)
  },
}

const respondTwoFactorOn = () => redirectWithFlash(security, { title: 'Two-factor sign-in is on' })
const respondTwoFactorOff = (cookies: string[] = []) =>
  redirectWithFlash(security, { title: 'Two-factor sign-in is off' }, cookies)
const respondSetupExpired = () =>
  redirectWithFlash(security, {
    title: 'That took too long',
    description: 'Please set up two-factor sign-in again.',
    bad: true,
  })

/** Does what one of the profile's forms asks for; its field `form` says which it is. */
export async function answerProfileForm(sent: Sent): Promise<Answer> {
  const name = sent.form.get('form')
  const answer = typeof name === 'string' && Object.hasOwn(answers, name) ? answers[name] : undefined
  if (!answer) throw data(null, { status: 400 })
  return answer(sent)
}
