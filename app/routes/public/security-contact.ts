import { makeSecurityTxt } from '#app/features/content/machine-texts.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/security-contact.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  return new Response(makeSecurityTxt(publicUrl, siteDetails.email, new Date()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
