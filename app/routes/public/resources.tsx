import { href } from 'react-router'
import { HelpResourcesPage } from '#app/features/content/components/resources-screen.tsx'
import { helpResourcesContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/resources.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { page: helpResourcesContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return plainPageMeta(href('/resources'), {
    title: 'Resources',
    description:
      'Crisis and support lines for veterans and their families, and help with business and work. In immediate danger, call 999.',
    publicUrl: loaderData?.publicUrl,
  })
}

export default function Resources({ loaderData }: Route.ComponentProps) {
  return <HelpResourcesPage page={loaderData.page} />
}
