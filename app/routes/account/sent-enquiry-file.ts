import { getSentRequest } from '#app/features/leads/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/sent-enquiry-file.ts'

/** A sender's copy of their enquiry. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const view = await getSentRequest(context.get(platformContext), token)
  const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }
  if (view.state !== 'confirmed') return new Response('There is no such enquiry.', { status: 404, headers })
  return new Response(JSON.stringify(view.request, null, 2), {
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-enquiry.json"',
    },
  })
}
