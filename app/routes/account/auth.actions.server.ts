import { href, type RouterContextProvider, redirect } from 'react-router'
import { withCommonPasswordCheck } from '#app/features/account/common-passwords-service.server.ts'
import { authTabPath } from '#app/features/account/components/auth-path.ts'
import {
  requestPasswordResetSchema,
  resendConfirmationEmailSchema,
  resetPasswordSchema,
  secondFactorCodeSchema,
  signInSchema,
} from '#app/features/account/form-schema.ts'
import {
  accountFormProblemToast,
  accountSuspendedMessage,
  authFormFailureToasts,
  confirmationEmailResentToast,
  tooManyTriesMessage,
} from '#app/features/account/model.ts'
import { requestPasswordReset, resetPasswordByLinkToken } from '#app/features/account/password-change-service.server.ts'
import { hashPendingFormToken } from '#app/features/account/pending-form-service.server.ts'
import type { RequestSender } from '#app/features/account/service.server.ts'
import { isBrowserAwaitingSecondFactor, type SignInResult } from '#app/features/account/sign-in-service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { signInMember, signInMemberWithSecondFactorCode } from '#app/features/profile/sign-in-service.server.ts'
import { registrationSchema } from '#app/features/registration/form-schema.ts'
import { invalidRegistrationToast, militaryRelationshipRequiredMessage } from '#app/features/registration/model.ts'
import {
  type ReturnPathAndFormsAfterRegistration,
  registerMember,
  resendConfirmationAfterRefusedSignIn,
  resendConfirmationToLastRegisteredEmail,
} from '#app/features/registration/service.server.ts'
import { parsePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/** The answer to a form of /auth that could not be accepted. */
export interface AuthFormRefusal extends FormRefusal {
  /** Lets the confirmation email be sent again to this address. */
  resend?: { email: string; proof: string }
}

interface Sent {
  platform: Platform
  visitor: RequestSender
  /** Token of the reset link whose page the form is on. */
  reset: string
  returnTo: string
  /** Where somebody who registers goes on. */
  resume: ReturnPathAndFormsAfterRegistration | null
}

const secrets = ['password', 'confirmPassword', 'newPassword', 'code', 'resend']

const late = (title: string, description: string) => ({ ...failureToast(title, description), asks: 'here' }) as const

const loginForm = defineForm({
  name: 'login',
  schema: signInSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: authFormFailureToasts.login,
  handle: async ({ platform, visitor, returnTo }: Sent, credentials, refuse: RefuseFormFunction<AuthFormRefusal>) =>
    answerSignIn(
      await signInMember(platform, visitor, credentials),
      { refusal: 'Please check your credentials and try again.', email: credentials.email },
      returnTo,
      refuse,
    ),
})

const codeForm = defineForm({
  name: 'code',
  schema: secondFactorCodeSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: authFormFailureToasts.code,
  handle: async ({ platform, visitor, returnTo }: Sent, { code }, refuse: RefuseFormFunction<AuthFormRefusal>) => {
    if (!isBrowserAwaitingSecondFactor(visitor.headers)) {
      const tooLate = late('Login failed', 'The code has expired. Log in again.')
      return redirectWithFlash(authTabPath('login', returnTo), tooLate)
    }
    const result = await signInMemberWithSecondFactorCode(platform, visitor, code)
    return answerSignIn(result, { refusal: 'That code is not correct.' }, returnTo, refuse)
  },
})

const registerForm = defineForm({
  name: 'register',
  schema: withCommonPasswordCheck(registrationSchema, 'password'),
  secrets,
  explain: invalidRegistrationToast,
  failed: authFormFailureToasts.register,
  handle: async (
    { platform, visitor, returnTo, resume }: Sent,
    registration,
    refuse: RefuseFormFunction<AuthFormRefusal>,
  ) => {
    const result = await registerMember(platform, visitor, registration, resume)
    if (result.outcome === 'limited') {
      return refuse(failureToast('Registration failed', tooManyTriesMessage(result.minutes)), { status: 429 })
    }
    if (result.outcome === 'no-such-relationship') {
      return refuse(accountFormProblemToast([militaryRelationshipRequiredMessage]), {
        errors: { militaryRelationshipTypeId: [militaryRelationshipRequiredMessage] },
      })
    }
    return redirectWithFlash(
      authTabPath('login', returnTo, 'confirmation'),
      { title: 'Registration successful', description: 'Please check your email to confirm your account.' },
      result.cookies,
    )
  },
})

const resendForm = defineForm({
  name: 'resend',
  schema: resendConfirmationEmailSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: authFormFailureToasts.resend,
  handle: async (
    { platform, visitor, returnTo }: Sent,
    { email, resend },
    refuse: RefuseFormFunction<AuthFormRefusal>,
  ) => {
    const result = await resendConfirmationAfterRefusedSignIn(platform, visitor, { email, resend })
    if (result.outcome === 'limited') {
      const more = { resend: { email, proof: resend } }
      return refuse(failureToast(authFormFailureToasts.resend.title, tooManyTriesMessage(result.minutes)), {
        status: 429,
        with: more,
      })
    }
    return redirectWithFlash(authTabPath('login', returnTo, 'again'), confirmationEmailResentToast, result.cookies)
  },
})

/** From the browser that registered, to the address it typed. */
const sendAgainForm = defineForm({
  name: 'send-again',
  failed: authFormFailureToasts['send-again'],
  handle: async ({ platform, visitor, returnTo }: Sent, _, refuse: RefuseFormFunction<AuthFormRefusal>) => {
    const result = await resendConfirmationToLastRegisteredEmail(platform, visitor)
    const { title } = authFormFailureToasts['send-again']
    if (result.outcome === 'limited')
      return refuse(failureToast(title, tooManyTriesMessage(result.minutes)), { status: 429 })
    if (result.outcome === 'expired') {
      const tooLate = late(title, 'Log in, or register again, to have the email sent again.')
      return redirectWithFlash(authTabPath('login', returnTo), tooLate)
    }
    return redirectWithFlash(authTabPath('login', returnTo, 'confirmation'), {
      title: 'Confirmation email sent',
      description: 'Please check your email to confirm your account.',
    })
  },
})

const forgotForm = defineForm({
  name: 'forgot',
  schema: requestPasswordResetSchema,
  secrets,
  explain: accountFormProblemToast,
  failed: authFormFailureToasts.forgot,
  handle: async ({ platform, visitor, returnTo }: Sent, { email }, refuse: RefuseFormFunction<AuthFormRefusal>) => {
    const result = await requestPasswordReset(platform, visitor, email)
    if (result.outcome === 'limited')
      return refuse(failureToast('Error', tooManyTriesMessage(result.minutes)), { status: 429 })
    return redirectWithFlash(authTabPath('login', returnTo, 'reset'), {
      title: 'Password reset email sent',
      description: 'Check your email for the password reset link.',
    })
  },
})

const resetForm = defineForm({
  name: 'reset',
  schema: withCommonPasswordCheck(resetPasswordSchema, 'newPassword'),
  secrets,
  explain: accountFormProblemToast,
  failed: authFormFailureToasts.reset,
  handle: async ({ platform, reset, returnTo }: Sent, { newPassword }) => {
    if (await resetPasswordByLinkToken(platform, reset, newPassword)) {
      return redirectWithFlash(authTabPath('login', returnTo), {
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
  refuse: RefuseFormFunction<AuthFormRefusal>,
) {
  switch (result.outcome) {
    case 'signed-in':
      return redirectWithFlash(returnTo, { title: 'Login successful', description: 'Welcome back!' }, result.cookies)
    case 'second-factor': {
      const headers = new Headers(result.cookies.map((cookie) => ['Set-Cookie', cookie]))
      return redirect(authTabPath('code', returnTo), { headers })
    }
    case 'shut-out':
      return refuse(failureToast('Login failed', accountSuspendedMessage(result.reason, siteDetails.email)), {
        status: 403,
      })
    case 'limited':
      return refuse(failureToast('Login failed', tooManyTriesMessage(result.minutes)), { status: 429 })
    case 'unconfirmed':
    case 'refused': {
      const { resend } = result
      return refuse(failureToast('Login failed', refusal), {
        ...(resend && { with: { resend: { email, proof: resend } } }),
      })
    }
  }
}

const handleAuthForm = makeHandlerOfForms<Sent, AuthFormRefusal>([
  loginForm,
  codeForm,
  registerForm,
  resendForm,
  sendAgainForm,
  forgotForm,
  resetForm,
])

/** Where a visitor goes on once they are signed in: where they came from, else at what they filled in before; null for neither. */
async function readResume(request: Request, returnTo: string): Promise<ReturnPathAndFormsAfterRegistration | null> {
  const cookies = request.headers.get('Cookie')
  const pendingForms = []
  for (const kind of ['verification', 'business'] as const) {
    const token = await parsePendingFormTokenCookie(kind, cookies)
    if (token) pendingForms.push({ kind, id: hashPendingFormToken(token) })
  }
  const [first] = pendingForms
  if (returnTo !== '/') return { returnTo, pendingForms }
  return first ? { returnTo: wizardPaths[first.kind], pendingForms } : null
}

const wizardPaths = { verification: href('/verification'), business: href('/business-onboarding') }

/** Handles the forms of /auth. */
export async function handleAuthPageForm(request: Request, context: Readonly<RouterContextProvider>) {
  const { searchParams } = new URL(request.url)
  const { id, clientIp } = context.get(requestContext)
  const resume = await readResume(request, sameOriginPath(searchParams.get('returnTo')))
  const sent: Sent = {
    platform: context.get(platformContext),
    visitor: { headers: request.headers, clientIp, requestId: id },
    reset: searchParams.get('reset') ?? '',
    returnTo: resume?.returnTo ?? '/',
    resume,
  }
  return handleAuthForm(sent, await readFormData(request))
}
