import { requestContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const text = `User-agent: *\nAllow: /\nDisallow: /403\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
