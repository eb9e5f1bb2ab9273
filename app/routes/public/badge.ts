import { data } from 'react-router'
import { getVerifiedBadgeSvgByKey } from '#app/features/credentials/badge/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageCacheTagsContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/badge.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

/** A badge, for pages of other sites. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const badge = await getVerifiedBadgeSvgByKey(context.get(platformContext), params)
  if (!badge) throw data(null, { status: 404 })
  for (const tag of badge.tags) context.get(pageCacheTagsContext)?.add(tag)
  return new Response(badge.svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      // What it says may end at any time. While we keep it, its age is sent along and counts.
      'Cache-Control': 'public, max-age=60',
      Age: '0',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}
