import { MissionValuesPage } from '#app/features/content/components/mission-values-page.tsx'
import { missionValuesContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/mission-values.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { content: missionValuesContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Mission & Values – Muster' }]
  const { content, publicUrl } = loaderData
  return pageMeta({
    title: content.title,
    description: content.lead,
    canonical: `${publicUrl}/mission-values`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function MissionValues({ loaderData }: Route.ComponentProps) {
  return <MissionValuesPage content={loaderData.content} />
}
