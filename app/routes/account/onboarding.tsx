import { Onboarding } from '#app/features/profile/components/onboarding.tsx'
import { onboardingSteps } from '#app/features/profile/onboarding.ts'
import { getProfile } from '#app/features/profile/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/onboarding.ts'
import { followConfirmation } from './confirmation.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const led = await followConfirmation(request, context)
  if (led) return led
  const actor = await requireSignIn(request, context)
  const profile = await getProfile(context.get(platformContext), actor)
  return { firstName: profile?.firstName ?? null, steps: onboardingSteps(profile) }
}

export function meta() {
  return [{ title: 'Welcome – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function OnboardingPage({ loaderData }: Route.ComponentProps) {
  return <Onboarding firstName={loaderData.firstName} steps={loaderData.steps} />
}
