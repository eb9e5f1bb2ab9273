import { makeRobotsTxt } from '#app/features/content/machine-texts.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  return new Response(makeRobotsTxt(publicUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
