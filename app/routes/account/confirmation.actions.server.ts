import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { withCommonPasswordCheck } from '#app/features/account/common-passwords-service.server.ts'
import { confirmEmailChangeByToken } from '#app/features/account/email-change-service.server.ts'
import { confirmEmailChangeByPasswordSchema } from '#app/features/account/form-schema.ts'
import {
  accountFormProblemToast,
  accountSuspendedMessage,
  emailConfirmationFailedToast,
  emailLinkExpiredTitle,
  emailNotChangedToast,
  tooManyTriesMessage,
} from '#app/features/account/model.ts'
import { reissuePendingFormToken } from '#app/features/account/pending-form-service.server.ts'
import type { RequestSender } from '#app/features/account/service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { profileTabPath } from '#app/features/profile/rules.ts'
import {
  type ConfirmRegistrationChoices,
  confirmRegistration,
  getRegistrationConfirmation,
} from '#app/features/registration/confirmation-service.server.ts'
import {
  confirmRegistrationByNewPasswordAndNameSchema,
  confirmRegistrationByNewPasswordSchema,
  confirmRegistrationByTypedPasswordSchema,
  confirmRegistrationInSameBrowserSchema,
} from '#app/features/registration/form-schema.ts'
import type { RegistrationConfirmationView } from '#app/features/registration/model.ts'
import type { ReturnPathAndFormsAfterRegistration } from '#app/features/registration/service.server.ts'
import { parsePendingFormTokenCookie, serializePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

type Context = Readonly<RouterContextProvider>

/** The data of a confirmation link's page. */
export interface RegistrationConfirmationPageData extends RegistrationConfirmationView {
  /** The sign-in address of the signed-in user; null for none. */
  signedInAs: string | null
}

/**
 * Loads the page of a confirmation link.
 * @throws a redirect if the link is no longer valid
 */
export async function loadRegistrationConfirmationPageData(
  request: Request,
  context: Context,
  token: string,
): Promise<RegistrationConfirmationPageData> {
  const view = await getRegistrationConfirmation(context.get(platformContext), request.headers, token)
  const actor = await context.get(actorContext)()
  if (view) return { ...view, signedInAs: actor?.email ?? null }
  // A signed-in member who follows the link again has already confirmed.
  if (actor) throw redirect(href('/onboarding'))
  throw await redirectWithFlash(href('/auth'), {
    title: emailLinkExpiredTitle,
    description: 'Log in, or register again to get a new one.',
    bad: true,
    asks: 'here',
  })
}

interface Sent {
  platform: Platform
  visitor: RequestSender
  actor: Actor | null
  token: string
}

const secrets = ['password', 'newPassword', 'confirmPassword']

const notConfirmed = (description: string) => ({ ...emailConfirmationFailedToast, description })

/** Confirms the address, or shows the page again and says why not. */
async function confirm(
  { platform, visitor, actor, token }: Sent,
  choices: ConfirmRegistrationChoices,
  refuse: RefuseFormFunction,
): Promise<Awaited<ReturnType<RefuseFormFunction>>> {
  const confirmed = await confirmRegistration(platform, visitor, actor, token, choices)
  const refusePassword = (description: string, status = 400) =>
    refuse(notConfirmed(description), { status, errors: { password: [description] } })
  switch (confirmed?.outcome) {
    case 'confirmed': {
      const { cookies, resume } = confirmed
      const pending = resume ? await bringPendingForms(platform, visitor.headers, resume) : []
      const headers = new Headers([...cookies, ...pending].map((cookie) => ['Set-Cookie', cookie]))
      const to = sameOriginPath(resume?.returnTo)
      return redirect(to === '/' ? href('/onboarding') : to, { headers })
    }
    case 'confirmed-only':
      return redirectWithFlash(href('/dashboard'), {
        title: 'Address confirmed',
        description:
          'You are still logged in to your other account. Sign out to log in with the address you confirmed.',
        asks: 'here',
      })
    case 'shut-out':
      return refuse(notConfirmed(accountSuspendedMessage(confirmed.reason, siteDetails.email)), { status: 403 })
    case 'wrong-password':
      return refusePassword('That is not the password you registered with')
    case 'limited':
      return refusePassword(tooManyTriesMessage(confirmed.minutes), 429)
    // This browser or the link has changed since the page was shown: it shows what is true now.
    case 'other-browser':
    case undefined:
      return redirect(`${href('/onboarding')}?${new URLSearchParams({ token })}`)
  }
}

/** Cookies with which this browser goes on with what was filled in before the registration, wherever that was. */
async function bringPendingForms(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'vault'>,
  headers: Headers,
  { pendingForms }: ReturnPathAndFormsAfterRegistration,
): Promise<string[]> {
  const cookies = []
  for (const { kind, id } of pendingForms) {
    // What this browser has itself is the same, or newer.
    if (await parsePendingFormTokenCookie(kind, headers.get('Cookie'))) continue
    const token = await reissuePendingFormToken(platform, kind, id)
    if (token)
      cookies.push(
        await serializePendingFormTokenCookie(kind, token, { secure: platform.publicUrl.startsWith('https:') }),
      )
  }
  return cookies
}

const confirmForm = defineForm({
  name: 'confirm',
  schema: confirmRegistrationInSameBrowserSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: emailConfirmationFailedToast,
  handle: (sent: Sent, { profile, replace }, refuse) =>
    confirm(
      sent,
      { proof: { by: 'browser' }, name: null, preserveInput: profile === 'typed', replaceSession: replace },
      refuse,
    ),
})

const confirmPasswordForm = defineForm({
  name: 'confirm-password',
  schema: confirmRegistrationByTypedPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: emailConfirmationFailedToast,
  handle: (sent: Sent, { password, profile, replace }, refuse) =>
    confirm(
      sent,
      {
        proof: { by: 'password', password },
        name: null,
        preserveInput: profile === 'typed',
        replaceSession: replace,
      },
      refuse,
    ),
})

const ownPasswordForm = defineForm({
  name: 'confirm-own',
  schema: withCommonPasswordCheck(confirmRegistrationByNewPasswordSchema, 'newPassword'),
  secrets,
  explain: accountFormProblemToast,
  failed: emailConfirmationFailedToast,
  handle: (sent: Sent, { newPassword, replace }, refuse) =>
    confirm(
      sent,
      {
        proof: { by: 'new-password', password: newPassword },
        name: null,
        preserveInput: false,
        replaceSession: replace,
      },
      refuse,
    ),
})

const ownAccountForm = defineForm({
  name: 'confirm-own',
  schema: withCommonPasswordCheck(confirmRegistrationByNewPasswordAndNameSchema, 'newPassword'),
  secrets,
  explain: accountFormProblemToast,
  failed: emailConfirmationFailedToast,
  handle: (sent: Sent, { newPassword, firstName, lastName, replace }, refuse) =>
    confirm(
      sent,
      {
        proof: { by: 'new-password', password: newPassword },
        name: { firstName, lastName },
        preserveInput: false,
        replaceSession: replace,
      },
      refuse,
    ),
})

const handleRegistered = makeHandlerOfForms([confirmForm, confirmPasswordForm, ownAccountForm])
/** An imported account has its names already. */
const handleImported = makeHandlerOfForms([confirmForm, confirmPasswordForm, ownPasswordForm])

/** Handles the forms of a confirmation link's page. */
export async function handleRegistrationConfirmationForm(request: Request, context: Context) {
  const token = new URL(request.url).searchParams.get('token')
  const form = await readFormData(request)
  if (token === null) throw data(null, { status: 400 })
  const { isImported } = await loadRegistrationConfirmationPageData(request, context, token)
  const { id: requestId, clientIp } = context.get(requestContext)
  const sent = {
    platform: context.get(platformContext),
    visitor: { headers: request.headers, clientIp, requestId },
    actor: await context.get(actorContext)(),
    token,
  }
  return (isImported ? handleImported : handleRegistered)(sent, form)
}

interface SentWithEmailChange {
  platform: Platform
  actor: Actor | null
  token: string
  isOwnAccount: boolean
}

const securityPath = profileTabPath('security')

/** Redirects from a link that is no longer valid. */
export const redirectExpiredEmailChangeLink = (isSignedIn: boolean) =>
  redirectWithFlash(isSignedIn ? securityPath : href('/auth'), {
    title: emailLinkExpiredTitle,
    description: 'Ask for the change again under Security.',
    bad: true,
    asks: 'here',
  })

async function changeEmail(
  { platform, actor, token, isOwnAccount }: SentWithEmailChange,
  password: string | null,
  refuse: RefuseFormFunction,
) {
  const confirmed = await confirmEmailChangeByToken(platform, actor, token, password)
  const refusePassword = (description: string, status = 400) =>
    refuse({ ...emailNotChangedToast, description }, { status, errors: { password: [description] } })
  switch (confirmed.outcome) {
    case 'done':
      return redirectWithFlash(isOwnAccount ? securityPath : actor ? href('/dashboard') : href('/auth'), {
        title: 'Login email changed',
        description: 'From now on, log in with the new address.',
        asks: 'here',
      })
    case 'expired':
      return redirectExpiredEmailChangeLink(actor !== null)
    case 'wrong-password':
      return refusePassword('That is not the password for this account')
    case 'limited':
      return refusePassword(tooManyTriesMessage(confirmed.minutes), 429)
  }
}

const ownEmailForm = defineForm({
  name: 'confirm-email',
  failed: emailNotChangedToast,
  handle: (sent: SentWithEmailChange, _, refuse) => changeEmail(sent, null, refuse),
})

const emailForm = defineForm({
  name: 'confirm-email',
  schema: confirmEmailChangeByPasswordSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: emailNotChangedToast,
  handle: (sent: SentWithEmailChange, { password }, refuse) => changeEmail(sent, password, refuse),
})

/** Handles the form that confirms a new sign-in address: for the account's own member, or for its password. */
export function handleEmailChangeConfirmationForm(sent: SentWithEmailChange, form: FormData) {
  return (sent.isOwnAccount ? ownEmailForm : emailForm).handle(sent, form)
}
