import { redirect } from 'react-router'
import { AuthLayout } from '#app/features/account/components/auth-layout.tsx'
import { authTabPath } from '#app/features/account/components/auth-path.ts'
import { ForgotPasswordForm } from '#app/features/account/components/forgot-password-form.tsx'
import { LoginForm } from '#app/features/account/components/login-form.tsx'
import {
  ExpiredPasswordResetLinkNotice,
  ResetPasswordForm,
} from '#app/features/account/components/reset-password-form.tsx'
import { SecondFactorForm } from '#app/features/account/components/second-factor-form.tsx'
import { AccountEmailSentNotice } from '#app/features/account/components/sent-notice.tsx'
import { authFormFailureToasts, emailLinkExpiredTitle } from '#app/features/account/model.ts'
import { isPasswordResetLinkValid } from '#app/features/account/password-change-service.server.ts'
import { getPendingFormByToken } from '#app/features/account/pending-form-service.server.ts'
import { isBrowserAwaitingSecondFactor } from '#app/features/account/sign-in-service.server.ts'
import { getProfileFormRelationshipOptions } from '#app/features/profile/service.server.ts'
import { RegistrationForm } from '#app/features/registration/components/registration-form.tsx'
import { getLastRegisteredEmailOfBrowser } from '#app/features/registration/service.server.ts'
import { parsePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { Notice } from '#app/ui/notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/auth.ts'
import { type AuthFormRefusal, handleAuthPageForm } from './auth.actions.server.ts'

const titles = {
  login: { title: 'Log in', heading: 'Welcome back' },
  sent: { title: 'Check your email', heading: 'Check your email' },
  register: { title: 'Register', heading: 'Join Muster' },
  forgot: { title: 'Forgot your password?', heading: 'Forgot your password?' },
  code: { title: 'Enter your code', heading: 'Enter your code' },
  reset: { title: 'Choose a new password', heading: 'Choose a new password' },
  expired: { title: emailLinkExpiredTitle, heading: emailLinkExpiredTitle },
} as const

const descriptions = {
  login: 'Log in to Muster to look after your profile, your business and your verification.',
  register: 'Join Muster for free. List your business, prove your service once and help customers find you.',
} as const

export const handle: RouteHandle = {
  cacheable: { parameters: ['tab', 'returnTo', 'sent'], personal: ['reset'], shows: ['reference'] },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const platform = context.get(platformContext)
  const returnTo = sameOriginPath(searchParams.get('returnTo'))
  const reset = searchParams.get('reset')
  const opens = reset !== null && (await isPasswordResetLinkValid(platform, reset))
  if (opens) return { view: 'reset', returnTo } as const

  if (await context.get(actorContext)()) {
    throw reset === null
      ? redirect(returnTo)
      : await redirectWithFlash(returnTo, { title: emailLinkExpiredTitle, bad: true })
  }
  if (reset !== null) return { view: 'expired', returnTo } as const

  // The other views belong to one person's visit.
  const isIndexed = !searchParams.get('returnTo') && !searchParams.get('sent')
  switch (searchParams.get('tab')) {
    case 'register': {
      const relationshipTypes = await getProfileFormRelationshipOptions(platform)
      return {
        view: 'register',
        returnTo,
        relationshipTypes,
        saved: await findSaved(platform, request),
        isIndexed,
      } as const
    }
    case 'forgot':
      return { view: 'forgot', returnTo } as const
    case 'code':
      if (!isBrowserAwaitingSecondFactor(request.headers)) throw redirect(authTabPath('login', returnTo))
      return { view: 'code', returnTo } as const
    default: {
      const sent = searchParams.get('sent')
      const email = sent === 'confirmation' ? getLastRegisteredEmailOfBrowser(platform, request.headers) : null
      const saved = sent ? null : await findSaved(platform, request)
      return { view: 'login', returnTo, sent, email, saved, isIndexed } as const
    }
  }
}

/** What a visitor has filled in before they sign in: the military relationship, where it is known; null for nothing. */
async function findSaved(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  request: Request,
): Promise<{ relationshipTypeId: string } | null> {
  const cookies = request.headers.get('Cookie')
  const [verification, business] = await Promise.all(
    (['verification', 'business'] as const).map(async (kind) => {
      const token = await parsePendingFormTokenCookie(kind, cookies)
      return token === null ? null : getPendingFormByToken(platform, kind, token)
    }),
  )
  if (!verification && !business) return null
  return { relationshipTypeId: verification?.militaryRelationshipTypeId ?? '' }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleAuthPageForm(request, context)
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, authFormFailureToasts)

export function meta({ loaderData }: Route.MetaArgs) {
  const title = { title: `${titles[screenOf(loaderData)].title} – Muster` }
  if (!loaderData || !('isIndexed' in loaderData) || !loaderData.isIndexed) {
    return [title, { name: 'robots', content: 'noindex' }]
  }
  return [title, { name: 'description', content: descriptions[loaderData.view] }]
}

/** The login says something else of itself after a registration. */
function screenOf(loaderData: Route.MetaArgs['loaderData']): keyof typeof titles {
  if (loaderData?.view === 'login' && loaderData.sent === 'confirmation') return 'sent'
  return loaderData?.view ?? 'login'
}

export default function AuthRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { view, returnTo } = loaderData
  const tab = view === 'login' || view === 'register' ? view : null
  return (
    <AuthLayout title={titles[screenOf(loaderData)].heading} tab={tab} returnTo={returnTo}>
      <AuthForm key={view} loaderData={loaderData} answer={actionData} />
    </AuthLayout>
  )
}

interface AuthFormProps {
  loaderData: Route.ComponentProps['loaderData']
  answer: AuthFormRefusal | undefined
}

/** The form of this view, with the answer to it where there is one. */
function AuthForm({ loaderData, answer }: AuthFormProps) {
  const { returnTo } = loaderData
  const view = answer?.form === 'resend' || answer?.form === 'send-again' ? 'login' : answer?.form
  const own = view === loaderData.view ? answer : undefined
  switch (loaderData.view) {
    case 'login':
      return (
        <>
          {loaderData.saved && <SavedNotice>Log in to continue.</SavedNotice>}
          {!own && <AccountEmailSentNotice sent={loaderData.sent} email={loaderData.email} returnTo={returnTo} />}
          <LoginForm answer={own} returnTo={returnTo} />
        </>
      )
    case 'register':
      return (
        <>
          {loaderData.saved && <SavedNotice>Create an account to continue.</SavedNotice>}
          <RegistrationForm
            answer={own}
            relationshipTypes={loaderData.relationshipTypes}
            relationshipTypeId={loaderData.saved?.relationshipTypeId}
            loginPath={authTabPath('login', returnTo)}
          />
        </>
      )
    case 'forgot':
      return <ForgotPasswordForm answer={own} returnTo={returnTo} />
    case 'code':
      return <SecondFactorForm answer={own} returnTo={returnTo} />
    case 'reset':
      return <ResetPasswordForm answer={own} />
    case 'expired':
      return <ExpiredPasswordResetLinkNotice />
  }
}

/** Tells a visitor who filled something in that it is not lost. */
function SavedNotice({ children }: { children: string }) {
  return (
    <Notice tone="good">
      <p>Your answer is saved. {children}</p>
    </Notice>
  )
}
