import { z } from 'zod'
import { findOutcodeNear } from '#app/features/places/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { Route } from './+types/near-me.ts'

/** Of the `Allow` header. */
export const handle = { methods: ['POST'] }

const limit: RequestLimit = { name: 'near-me', requests: 30, windowSeconds: 60 }

const position = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

/** Answers with the outcode nearest to a browser's position, which is neither stored nor logged. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const state = await countLimitedRequest(platform.db, platform.secret, limit, context.get(requestContext).clientIp)
  if (!state.allowed) {
    return respond(429, { message: 'Too many attempts. Enter a town or postcode.' })
  }
  const parsed = position.safeParse(await request.json().catch(() => null))
  if (!parsed.success) {
    return respond(400, { message: 'Your browser sent no location. Enter a town or postcode.' })
  }
  const near = await findOutcodeNear(platform, parsed.data)
  if (near === null) {
    return respond(404, { message: 'You seem to be abroad or at sea. Enter a town or postcode.' })
  }
  return respond(200, { near })
}

export function loader() {
  return respond(405, { message: 'Send a position to this address.' }, { Allow: 'POST, OPTIONS' })
}

function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}
