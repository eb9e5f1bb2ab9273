import type { Submission } from '@conform-to/react'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { refuseCommonPassword } from '#app/features/account/common-passwords-service.server.ts'
import { authPath } from '#app/features/account/components/auth-path.ts'
import {
  accountSuspended,
  explainForm,
  requestResetSchema,
  resetPasswordSchema,
  secondFactorSchema,
  signInSchema,
  type ToastMessage,
  tooManyTries,
} from '#app/features/account/schema.ts'
import {
  awaitsSecondFactor,
  requestPasswordReset,
  resetPassword,
  type SignInResult,
  type Visitor,
} from '#app/features/account/service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { register, resendConfirmation } from '#app/features/profile/registration-service.server.ts'
import { explainRegistration, registrationSchema, relationshipRequired } from '#app/features/profile/schema.ts'
import { signInMember, signInMemberWithCode } from '#app/features/profile/sign-in-service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { isDatabaseLost } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'

/** The answer to a form of /auth that could not be taken as it was. */
export interface AuthAnswer extends FormAnswer {
  view: 'login' | 'code' | 'register' | 'forgot' | 'reset'
  toast: ToastMessage
  /** Lets the confirmation mail be sent again. */
  resend?: string
}

type Answer = Response | ReturnType<typeof data<AuthAnswer>>

interface Sent {
  platform: Platform
  visitor: Visitor
  requestId: string
  /** Token of the reset link the form stands on. */
  reset: string
  returnTo: string
}

/** Shows the form again with what was typed, and says why: to one field, or above the form. */
type Again = (toast: ToastMessage, more?: { status?: number; field?: string; resend?: string }) => Answer

interface Handler<Schema extends z.ZodObject> {
  view: AuthAnswer['view']
  schema: Schema
  explain?: (messages: string[]) => ToastMessage
  /** What is said when the service fails. */
  unexpected: ToastMessage
  act: (sent: Sent, value: z.output<Schema>, again: Again) => Promise<Answer>
}

/** Secrets are never sent back. */
const secrets = ['password', 'confirmPassword', 'newPassword', 'code', 'resend']

const failure = (title: string, description: string): ToastMessage => ({ title, description, bad: true })

function handler<Schema extends z.ZodObject>({
  view,
  schema,
  explain = explainForm,
  unexpected,
  act,
}: Handler<Schema>) {
  return async (sent: Sent, form: FormData): Promise<Answer> => {
    const submission = parseForm(form, schema)
    const again: Again = (toast, { status = 400, field = '', ...more } = {}) => {
      const said = field ? { fieldErrors: { [field]: [toast.description] } } : { formErrors: [toast.description] }
      return data({ view, toast, result: submission.reply({ hideFields: secrets, ...said }), ...more }, { status })
    }
    if (submission.status !== 'success') {
      const toast = explain(messagesOf(submission))
      return data({ view, toast, result: submission.reply({ hideFields: secrets }) }, { status: 400 })
    }
    try {
      return await act(sent, submission.value, again)
    } catch (error) {
      sent.platform.log.error({ requestId: sent.requestId, error }, `the form '${view}' of /auth failed`)
      return again(unexpected, { status: isDatabaseLost(error) ? 503 : 500 })
    }
  }
}

function messagesOf(submission: Submission<unknown, string[]>): string[] {
  if (submission.status === 'success') return []
  return Object.values(submission.error ?? {}).flatMap((messages) => messages ?? [])
}

const forms = {
  login: handler({
    view: 'login',
    schema: signInSchema,
    unexpected: failure('Login failed', 'Something went wrong. Please try again.'),
    act: async ({ platform, visitor, returnTo }, credentials, again) =>
      answerSignIn(
        await signInMember(platform, visitor, credentials),
        'Please check your credentials and try again.',
        returnTo,
        again,
      ),
  }),

  code: handler({
    view: 'code',
    schema: secondFactorSchema,
    unexpected: failure('Login failed', 'Something went wrong. Please try again.'),
    act: async ({ platform, visitor, returnTo }, { code }, again) => {
      if (!awaitsSecondFactor(visitor.headers)) {
        const late = failure('Login failed', 'The code came too late. Please log in again.')
        return redirectWithFlash(authPath('login', returnTo), late)
      }
      return answerSignIn(
        await signInMemberWithCode(platform, visitor, code),
        'That code is not right.',
        returnTo,
        again,
      )
    },
  }),

  register: handler({
    view: 'register',
    schema: refuseCommonPassword(registrationSchema, 'password'),
    explain: explainRegistration,
    unexpected: failure('Registration failed', 'Something went wrong. Please try again.'),
    act: async ({ platform, visitor, returnTo }, registration, again) => {
      const result = await register(platform, visitor, registration)
      if (result.outcome === 'limited') {
        return again(failure('Registration failed', tooManyTries(result.minutes)), { status: 429 })
      }
      if (result.outcome === 'no-such-relationship') {
        return again(explainForm([relationshipRequired]), { field: 'militaryRelationshipTypeId' })
      }
      return redirectWithFlash(
        authPath('login', returnTo, 'confirmation'),
        { title: 'Registration successful', description: 'Please check your email to confirm your account.' },
        result.cookies,
      )
    },
  }),

  resend: handler({
    view: 'login',
    schema: z.object({ resend: z.string() }),
    unexpected: failure('Error', 'Something went wrong. Please try again.'),
    act: async ({ platform, visitor, returnTo }, { resend }, again) => {
      const result = await resendConfirmation(platform, visitor, resend)
      if (result.outcome === 'limited')
        return again(failure('Error', tooManyTries(result.minutes)), { status: 429, resend })
      if (result.outcome === 'expired') {
        const late = failure('Error', 'Please log in once more to have the mail sent again.')
        return redirectWithFlash(authPath('login', returnTo), late)
      }
      return redirectWithFlash(
        authPath('login', returnTo, 'confirmation'),
        { title: 'Confirmation email sent', description: 'Please check your email to confirm your account.' },
        result.cookies,
      )
    },
  }),

  forgot: handler({
    view: 'forgot',
    schema: requestResetSchema,
    unexpected: failure('Error', 'Failed to send reset email. Please try again.'),
    act: async ({ platform, visitor, returnTo }, { email }, again) => {
      const result = await requestPasswordReset(platform, visitor, email)
      if (result.outcome === 'limited') return again(failure('Error', tooManyTries(result.minutes)), { status: 429 })
      return redirectWithFlash(authPath('login', returnTo, 'reset'), {
        title: 'Password reset email sent',
        description: 'Check your email for the password reset link.',
      })
    },
  }),

  reset: handler({
    view: 'reset',
    schema: refuseCommonPassword(resetPasswordSchema, 'newPassword'),
    unexpected: failure('Error updating password', 'Failed to update password. Please try again.'),
    act: async ({ platform, reset, returnTo }, { newPassword }) => {
      if (await resetPassword(platform, reset, newPassword)) {
        return redirectWithFlash(authPath('login', returnTo), {
          title: 'Password updated',
          description: 'Your password has been successfully changed.',
        })
      }
      // The link's own page says why it opens nothing any more.
      return redirect(`/auth?${new URLSearchParams({ reset })}`)
    },
  }),
}

function answerSignIn(result: SignInResult, refusal: string, returnTo: string, again: Again): Answer {
  switch (result.outcome) {
    case 'signed-in':
      return redirectWithFlash(returnTo, { title: 'Login successful', description: 'Welcome back!' }, result.cookies)
    case 'second-factor': {
      const headers = new Headers(result.cookies.map((cookie) => ['Set-Cookie', cookie]))
      return redirect(authPath('code', returnTo), { headers })
    }
    case 'unconfirmed': {
      const why = 'Your e-mail address is not confirmed yet. Please follow the link in the mail we sent you.'
      return again(failure('Login failed', why), { resend: result.resend })
    }
    case 'shut-out':
      return again(failure('Login failed', accountSuspended(result.reason, siteDetails.email)), { status: 403 })
    case 'limited':
      return again(failure('Login failed', tooManyTries(result.minutes)), { status: 429 })
    case 'refused':
      return again(failure('Login failed', refusal))
  }
}

/** Answers a form of /auth, whichever it is. */
export async function answerForm(request: Request, context: Readonly<RouterContextProvider>): Promise<Answer> {
  const { searchParams } = new URL(request.url)
  const form = await readForm(request)
  const name = String(form.get('form'))
  if (!Object.hasOwn(forms, name)) throw data(null, { status: 400 })
  const { id, clientIp } = context.get(requestContext)
  const sent: Sent = {
    platform: context.get(platformContext),
    visitor: { headers: request.headers, clientIp, requestId: id },
    requestId: id,
    reset: searchParams.get('reset') ?? '',
    returnTo: ownPath(searchParams.get('returnTo')),
  }
  return forms[name as keyof typeof forms](sent, form)
}
