import { href, type RouterContextProvider, redirect } from 'react-router'
import { refuseCommonPassword } from '#app/features/account/common-passwords-service.server.ts'
import { authPath } from '#app/features/account/components/auth-path.ts'
import {
  requestResetSchema,
  resendSchema,
  resetPasswordSchema,
  secondFactorSchema,
  signInSchema,
} from '#app/features/account/form-schema.ts'
import {
  accountSuspended,
  authFailures,
  confirmationSentAgain,
  explainAccountForm,
  tooManyTries,
} from '#app/features/account/model.ts'
import { requestPasswordReset, resetPassword } from '#app/features/account/password-change-service.server.ts'
import { pendingFormId } from '#app/features/account/pending-form-service.server.ts'
import type { Visitor } from '#app/features/account/service.server.ts'
import { awaitsSecondFactor, type SignInResult } from '#app/features/account/sign-in-service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { signInMember, signInMemberWithCode } from '#app/features/profile/sign-in-service.server.ts'
import { registrationSchema } from '#app/features/registration/form-schema.ts'
import { explainRegistration, relationshipRequired } from '#app/features/registration/model.ts'
import {
  type Resume,
  register,
  resendConfirmation,
  resendRegistration,
} from '#app/features/registration/service.server.ts'
import { parsePendingFormToken } from '#app/lib/cookies.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { failure } from '#app/lib/toast-message.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/** The answer to a form of /auth that could not be accepted. */
export interface AuthAnswer extends FormAnswer {
  /** Lets the confirmation email be sent again to this address. */
  resend?: { email: string; proof: string }
}

interface Sent {
  platform: Platform
  visitor: Visitor
  /** Token of the reset link whose page the form is on. */
  reset: string
  returnTo: string
  /** Where somebody who registers goes on. */
  resume: Resume | null
}

const secrets = ['password', 'confirmPassword', 'newPassword', 'code', 'resend']

const late = (title: string, description: string) => ({ ...failure(title, description), asks: 'here' }) as const

const loginForm = defineForm({
  name: 'login',
  schema: signInSchema,
  secrets,
  explain: explainAccountForm,
  failed: authFailures.login,
  handle: async ({ platform, visitor, returnTo }: Sent, credentials, refuse: Refuse<AuthAnswer>) =>
    answerSignIn(
      await signInMember(platform, visitor, credentials),
      { refusal: 'Please check your credentials and try again.', email: credentials.email },
      returnTo,
      refuse,
    ),
})

const codeForm = defineForm({
  name: 'code',
  schema: secondFactorSchema,
  secrets,
  explain: explainAccountForm,
  failed: authFailures.code,
  handle: async ({ platform, visitor, returnTo }: Sent, { code }, refuse: Refuse<AuthAnswer>) => {
    if (!awaitsSecondFactor(visitor.headers)) {
      const tooLate = late('Login failed', 'The code has expired. Log in again.')
      return redirectWithFlash(authPath('login', returnTo), tooLate)
    }
    const result = await signInMemberWithCode(platform, visitor, code)
    return answerSignIn(result, { refusal: 'That code is not correct.' }, returnTo, refuse)
  },
})

const registerForm = defineForm({
  name: 'register',
  schema: refuseCommonPassword(registrationSchema, 'password'),
  secrets,
  explain: explainRegistration,
  failed: authFailures.register,
  handle: async ({ platform, visitor, returnTo, resume }: Sent, registration, refuse: Refuse<AuthAnswer>) => {
    const result = await register(platform, visitor, registration, resume)
    if (result.outcome === 'limited') {
      return refuse(failure('Registration failed', tooManyTries(result.minutes)), { status: 429 })
    }
    if (result.outcome === 'no-such-relationship') {
      return refuse(explainAccountForm([relationshipRequired]), {
        errors: { militaryRelationshipTypeId: [relationshipRequired] },
      })
    }
    return redirectWithFlash(
      authPath('login', returnTo, 'confirmation'),
      { title: 'Registration successful', description: 'Please check your email to confirm your account.' },
      result.cookies,
    )
  },
})

const resendForm = defineForm({
  name: 'resend',
  schema: resendSchema,
  secrets,
  explain: explainAccountForm,
  failed: authFailures.resend,
  handle: async ({ platform, visitor, returnTo }: Sent, { email, resend }, refuse: Refuse<AuthAnswer>) => {
    const result = await resendConfirmation(platform, visitor, { email, resend })
    if (result.outcome === 'limited') {
      const more = { resend: { email, proof: resend } }
      return refuse(failure(authFailures.resend.title, tooManyTries(result.minutes)), { status: 429, with: more })
    }
    return redirectWithFlash(authPath('login', returnTo, 'again'), confirmationSentAgain, result.cookies)
  },
})

/** From the browser that registered, to the address it typed. */
const sendAgainForm = defineForm({
  name: 'send-again',
  failed: authFailures['send-again'],
  handle: async ({ platform, visitor, returnTo }: Sent, _, refuse: Refuse<AuthAnswer>) => {
    const result = await resendRegistration(platform, visitor)
    const { title } = authFailures['send-again']
    if (result.outcome === 'limited') return refuse(failure(title, tooManyTries(result.minutes)), { status: 429 })
    if (result.outcome === 'expired') {
      const tooLate = late(title, 'Log in, or register again, to have the email sent again.')
      return redirectWithFlash(authPath('login', returnTo), tooLate)
    }
    return redirectWithFlash(authPath('login', returnTo, 'confirmation'), {
      title: 'Confirmation email sent',
      description: 'Please check your email to confirm your account.',
    })
  },
})

const forgotForm = defineForm({
  name: 'forgot',
  schema: requestResetSchema,
  secrets,
  explain: explainAccountForm,
  failed: authFailures.forgot,
  handle: async ({ platform, visitor, returnTo }: Sent, { email }, refuse: Refuse<AuthAnswer>) => {
    const result = await requestPasswordReset(platform, visitor, email)
    if (result.outcome === 'limited') return refuse(failure('Error', tooManyTries(result.minutes)), { status: 429 })
    return redirectWithFlash(authPath('login', returnTo, 'reset'), {
      title: 'Password reset email sent',
      description: 'Check your email for the password reset link.',
    })
  },
})

const resetForm = defineForm({
  name: 'reset',
  schema: refuseCommonPassword(resetPasswordSchema, 'newPassword'),
  secrets,
  explain: explainAccountForm,
  failed: authFailures.reset,
  handle: async ({ platform, reset, returnTo }: Sent, { newPassword }) => {
    if (await resetPassword(platform, reset, newPassword)) {
      return redirectWithFlash(authPath('login', returnTo), {
        title: 'Password updated',
        description: 'Your password has been successfully changed.',
      })
    }
    // The page of the link says why it no longer works.
    return redirect(`${href('/auth')}?${new URLSearchParams({ reset })}`)
  },
})

/** Whatever a login fails for, it is answered alike: who is a member must not be found out. */
function answerSignIn(
  result: SignInResult,
  { refusal, email = '' }: { refusal: string; email?: string },
  returnTo: string,
  refuse: Refuse<AuthAnswer>,
) {
  switch (result.outcome) {
    case 'signed-in':
      return redirectWithFlash(returnTo, { title: 'Login successful', description: 'Welcome back!' }, result.cookies)
    case 'second-factor': {
      const headers = new Headers(result.cookies.map((cookie) => ['Set-Cookie', cookie]))
      return redirect(authPath('code', returnTo), { headers })
    }
    case 'shut-out':
      return refuse(failure('Login failed', accountSuspended(result.reason, siteDetails.email)), { status: 403 })
    case 'limited':
      return refuse(failure('Login failed', tooManyTries(result.minutes)), { status: 429 })
    case 'unconfirmed':
    case 'refused': {
      const { resend } = result
      return refuse(failure('Login failed', refusal), { ...(resend && { with: { resend: { email, proof: resend } } }) })
    }
  }
}

const handleAuthForm = handleForms<Sent, AuthAnswer>([
  loginForm,
  codeForm,
  registerForm,
  resendForm,
  sendAgainForm,
  forgotForm,
  resetForm,
])

/** Where a visitor goes on once they are signed in: where they came from, else at what they filled in before; null for neither. */
async function readResume(request: Request, returnTo: string): Promise<Resume | null> {
  const cookies = request.headers.get('Cookie')
  const pendingForms = []
  for (const kind of ['verification', 'business'] as const) {
    const token = await parsePendingFormToken(kind, cookies)
    if (token) pendingForms.push({ kind, id: pendingFormId(token) })
  }
  const [first] = pendingForms
  if (returnTo !== '/') return { returnTo, pendingForms }
  return first ? { returnTo: wizardPaths[first.kind], pendingForms } : null
}

const wizardPaths = { verification: href('/verification'), business: href('/business-onboarding') }

/** Handles the forms of /auth. */
export async function handleAuth(request: Request, context: Readonly<RouterContextProvider>) {
  const { searchParams } = new URL(request.url)
  const { id, clientIp } = context.get(requestContext)
  const resume = await readResume(request, ownPath(searchParams.get('returnTo')))
  const sent: Sent = {
    platform: context.get(platformContext),
    visitor: { headers: request.headers, clientIp, requestId: id },
    reset: searchParams.get('reset') ?? '',
    returnTo: resume?.returnTo ?? '/',
    resume,
  }
  return handleAuthForm(sent, await readForm(request))
}
