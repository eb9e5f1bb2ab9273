import { data, href } from 'react-router'
import { AuthLayout } from '#app/features/account/components/auth-layout.tsx'
import { emailConfirmationFailedToast } from '#app/features/account/model.ts'
import { ReceivedOwnershipInvitationNotices } from '#app/features/businesses/components/transfer/transfer-invitations.tsx'
import { getOwnReceivedOwnershipInvitations } from '#app/features/businesses/transfer/invitation-service.server.ts'
import { MemberOnboardingPage } from '#app/features/profile/components/onboarding.tsx'
import { onboardingSteps } from '#app/features/profile/onboarding.ts'
import { getOwnProfile } from '#app/features/profile/service.server.ts'
import { ConfirmRegistrationPage } from '#app/features/registration/components/confirm-registration.tsx'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/onboarding.ts'
import {
  handleRegistrationConfirmationForm,
  loadRegistrationConfirmationPageData,
} from './confirmation.actions.server.ts'

/** The page of a confirmation link if there is a token, else the welcome page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (token !== null) {
    const confirmation = await loadRegistrationConfirmationPageData(request, context, token)
    return data({ view: 'confirm', confirmation } as const, { headers: { 'Cache-Control': 'private, no-store' } })
  }
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const [profile, invitations] = await Promise.all([
    getOwnProfile(platform, actor),
    getOwnReceivedOwnershipInvitations(platform, actor),
  ])
  const firstName = profile?.firstName ?? null
  return data({ view: 'welcome', firstName, steps: onboardingSteps(profile), invitations } as const)
}

export function action({ request, context }: Route.ActionArgs) {
  return handleRegistrationConfirmationForm(request, context)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, emailConfirmationFailedToast)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.view === 'confirm' ? 'Confirm your email address' : 'Welcome'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function OnboardingPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.view === 'welcome') {
    return (
      <MemberOnboardingPage firstName={loaderData.firstName} steps={loaderData.steps}>
        <ReceivedOwnershipInvitationNotices invitations={loaderData.invitations} />
      </MemberOnboardingPage>
    )
  }
  return (
    <AuthLayout title="Confirm your email address" tab={null} returnTo={href('/')}>
      <ConfirmRegistrationPage confirmation={loaderData.confirmation} answer={actionData} />
    </AuthLayout>
  )
}
