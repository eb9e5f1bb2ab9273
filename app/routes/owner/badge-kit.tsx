import type { VerifiedBadgeVariant } from '#app/features/credentials/badge/model.ts'
import { parseVerifiedBadgeVariant } from '#app/features/credentials/badge/model.ts'
import {
  BadgeKitRequirementsPage,
  badgeKitVariantParameter,
  OwnBadgeKitPage,
} from '#app/features/credentials/components/badge-kit.tsx'
import { getOwnBadgeKit } from '#app/features/credentials/kit/service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/badge-kit.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const { publicUrl } = context.get(requestContext)
  const look = new URL(requestPathInBrowser(request.url), publicUrl).searchParams.get(badgeKitVariantParameter) ?? ''
  const chosen: VerifiedBadgeVariant = parseVerifiedBadgeVariant(look) ? (look as VerifiedBadgeVariant) : 'light-medium'
  return { result: await getOwnBadgeKit(context.get(platformContext), actor), chosen }
}

export function meta() {
  return [{ title: 'Your badge – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function BadgeKitPage({ loaderData: { result, chosen } }: Route.ComponentProps) {
  return 'kit' in result ? (
    <OwnBadgeKitPage kit={result.kit} chosen={chosen} />
  ) : (
    <BadgeKitRequirementsPage missing={result.missing} />
  )
}
