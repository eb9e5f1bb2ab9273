import { receivePrintProviderEvent } from '#app/features/orders/printing/event-service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/printful-webhook.ts'
import { readJsonBody } from './read-json.server.ts'

const statuses = { taken: 200, unreadable: 400, limited: 429 } as const

export const handle = { methods: ['POST'] }

/** The webhook of the print provider, which retries unless the response is 200. */
export async function action({ request, context }: Route.ActionArgs) {
  const { clientIp } = context.get(requestContext)
  const outcome = await receivePrintProviderEvent(context.get(platformContext), clientIp, await readJsonBody(request))
  return answer(statuses[outcome])
}

export function loader() {
  return answer(405, { Allow: 'POST, OPTIONS' })
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}
