import type { BadgeVariant } from '#app/features/credentials/badge/model.ts'
import { parseBadgeVariant } from '#app/features/credentials/badge/model.ts'
import { BadgeKitMissing, BadgeKitScreen, lookParameter } from '#app/features/credentials/components/badge-kit.tsx'
import { getBadgeKit } from '#app/features/credentials/kit/service.server.ts'
import { requestPath } from '#app/lib/links.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/badge-kit.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const { publicUrl } = context.get(requestContext)
  const look = new URL(requestPath(request.url), publicUrl).searchParams.get(lookParameter) ?? ''
  const chosen: BadgeVariant = parseBadgeVariant(look) ? (look as BadgeVariant) : 'light-medium'
  return { result: await getBadgeKit(context.get(platformContext), actor), chosen }
}

export function meta() {
  return [{ title: 'Your badge – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function BadgeKitPage({ loaderData: { result, chosen } }: Route.ComponentProps) {
  return 'kit' in result ? (
    <BadgeKitScreen kit={result.kit} chosen={chosen} />
  ) : (
    <BadgeKitMissing missing={result.missing} />
  )
}
