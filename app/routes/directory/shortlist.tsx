import { ShortlistPage } from '#app/features/shortlist/components/shortlist-page.tsx'
import { parseShortlistSlugs } from '#app/features/shortlist/rules.ts'
import { getShownShortlist } from '#app/features/shortlist/service.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/shortlist.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

export const handle: RouteHandle = {
  cacheable: {
    parameters: ['list', 'near'],
    shows: ['directory', 'reference'],
    claimsVerification: true,
    cookies: [cookieNames.shortlist],
  },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const query = new URL(request.url).searchParams
  const near = (query.get('near') ?? '').trim().slice(0, 200)
  const shared = query.has('list') ? parseShortlistSlugs(query.get('list')) : null
  const list = shared ? { slugs: shared } : await shortlistOwnerOfRequest(request, context)
  return { shown: await getShownShortlist(platform, list, near), shared, near }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.shared ? 'A shortlist' : 'Your shortlist'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function Shortlist({ loaderData }: Route.ComponentProps) {
  return <ShortlistPage {...loaderData} />
}
