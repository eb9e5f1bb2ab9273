import { TeamPage } from '#app/features/content/components/team-page.tsx'
import { teamContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/team.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { content: teamContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'The Team – Muster' }]
  const { content, publicUrl } = loaderData
  return pageMeta({
    title: content.title,
    description: content.lead,
    canonical: `${publicUrl}/team`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function Team({ loaderData }: Route.ComponentProps) {
  return <TeamPage content={loaderData.content} />
}
