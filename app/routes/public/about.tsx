import { AboutPage } from '#app/features/content/components/about-page.tsx'
import { aboutContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/about.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { content: aboutContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'About Us – Muster' }]
  const { content, publicUrl } = loaderData
  return pageMeta({
    title: content.title,
    description: content.lead,
    canonical: `${publicUrl}/about`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutPage content={loaderData.content} />
}
