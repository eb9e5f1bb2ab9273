import { data, type RouterContextProvider, redirect } from 'react-router'
import { refuseCommonPassword } from '#app/features/account/common-passwords-service.server.ts'
import {
  accountSuspended,
  explainForm,
  linkExpired,
  type ToastMessage,
  tooManyTries,
} from '#app/features/account/schema.ts'
import type { ConfirmationProof } from '#app/features/account/sign-up-service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { confirmRegistration, getConfirmation } from '#app/features/profile/registration-service.server.ts'
import {
  type ConfirmationView,
  confirmationPasswordSchema,
  confirmationSchema,
  ownAccountSchema,
  ownPasswordSchema,
} from '#app/features/profile/schema.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'

type Context = Readonly<RouterContextProvider>

/** What the page of a confirmation link shows. */
export interface ConfirmationPage extends ConfirmationView {
  /** The sign-in address of whoever is signed in here; null for nobody. */
  signedInAs: string | null
}

/** The page of a confirmation link. @throws a redirect where the link opens nothing any more */
export async function openConfirmation(request: Request, context: Context, token: string): Promise<ConfirmationPage> {
  const view = await getConfirmation(context.get(platformContext), request.headers, token)
  const actor = await context.get(actorContext)()
  if (view) return { ...view, signedInAs: actor?.email ?? null }
  // Whoever follows the link a second time and is signed in has come to the right place.
  if (actor) throw redirect('/onboarding')
  throw redirectWithFlash('/auth', {
    title: linkExpired,
    description: 'Log in, or register again to get a new one.',
    bad: true,
  })
}

/** What a form of the page asks for. */
interface ConfirmationRequest {
  proof: ConfirmationProof
  name: { firstName: string; lastName: string } | null
  profile: string
  replace: boolean
}

const dropped = { name: null, profile: '' }

type Parsed = ReturnType<typeof parseForm>

/** Reads one of the three forms; what it asks for is null where the form cannot be taken as it is. */
function readConfirmationForm(
  form: FormData,
  isImported: boolean,
): { submission: Parsed; requested: ConfirmationRequest | null } {
  switch (form.get('form')) {
    case 'confirm': {
      const submission = parseForm(form, confirmationSchema)
      if (submission.status !== 'success') return { submission, requested: null }
      return { submission, requested: { ...submission.value, proof: { by: 'browser' }, name: null } }
    }
    case 'confirm-password': {
      const submission = parseForm(form, confirmationPasswordSchema)
      if (submission.status !== 'success') return { submission, requested: null }
      const { password, ...choices } = submission.value
      return { submission, requested: { ...choices, proof: { by: 'password', password }, name: null } }
    }
    case 'confirm-own': {
      if (isImported) {
        const submission = parseForm(form, refuseCommonPassword(ownPasswordSchema, 'newPassword'))
        if (submission.status !== 'success') return { submission, requested: null }
        const { newPassword, replace } = submission.value
        return { submission, requested: { proof: { by: 'new-password', password: newPassword }, ...dropped, replace } }
      }
      const submission = parseForm(form, refuseCommonPassword(ownAccountSchema, 'newPassword'))
      if (submission.status !== 'success') return { submission, requested: null }
      const { newPassword, firstName, lastName, replace } = submission.value
      const name = { firstName, lastName }
      return {
        submission,
        requested: { proof: { by: 'new-password', password: newPassword }, ...dropped, name, replace },
      }
    }
    default:
      throw data(null, { status: 400 })
  }
}

/** The answer to a form that could not be taken as it was, and which form it was. */
export interface ConfirmationAnswer extends FormAnswer {
  form: string
  toast: ToastMessage
}

const secrets = ['password', 'newPassword', 'confirmPassword']

/** Answers a form of the page: the address is confirmed, or the page comes again and says why not. */
export async function answerConfirmation(request: Request, context: Context) {
  const token = new URL(request.url).searchParams.get('token')
  const form = await readForm(request)
  if (token === null) throw data(null, { status: 400 })
  const { isImported } = await openConfirmation(request, context, token)
  const { submission, requested } = readConfirmationForm(form, isImported)
  const again = (answer: Omit<ConfirmationAnswer, 'form'>, status = 400) =>
    data<ConfirmationAnswer>({ form: String(form.get('form')), ...answer }, { status })
  if (!requested) {
    const { error } = submission.status === 'success' ? { error: null } : submission
    const messages = Object.values(error ?? {}).flatMap((list) => list ?? [])
    return again({ toast: explainForm(messages), result: submission.reply({ hideFields: secrets }) })
  }
  const platform = context.get(platformContext)
  const { id: requestId, clientIp } = context.get(requestContext)
  const visitor = { headers: request.headers, clientIp, requestId }
  const actor = await context.get(actorContext)()
  const confirmed = await confirmRegistration(platform, visitor, actor, token, {
    proof: requested.proof,
    name: requested.name,
    preserveInput: requested.profile === 'typed',
    replaceSession: requested.replace,
  })
  const refuse = (description: string, status?: number) => {
    const result = submission.reply({ hideFields: secrets, fieldErrors: { password: [description] } })
    return again({ toast: { title: 'Address not confirmed', description, bad: true }, result }, status)
  }
  switch (confirmed?.outcome) {
    case 'confirmed': {
      const headers = new Headers(confirmed.cookies.map((cookie) => ['Set-Cookie', cookie]))
      return redirect('/onboarding', { headers })
    }
    case 'confirmed-only':
      return redirectWithFlash('/dashboard', {
        title: 'Address confirmed',
        description: 'You are still logged in as before. Log out to log in with the address you confirmed.',
      })
    case 'shut-out': {
      const description = accountSuspended(confirmed.reason, siteDetails.email)
      const result = submission.reply({ hideFields: secrets, formErrors: [description] })
      return again({ toast: { title: 'Address not confirmed', description, bad: true }, result }, 403)
    }
    case 'wrong-password':
      return refuse('That is not the password of this registration')
    case 'limited':
      return refuse(tooManyTries(confirmed.minutes), 429)
    // What the page said of this browser or of the link is not so any more: the page says what is.
    case 'other-browser':
    case undefined:
      return redirect(`/onboarding?${new URLSearchParams({ token })}`)
  }
}
