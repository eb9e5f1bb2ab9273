import { suggest } from '#app/features/directory/suggestions/service.server.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/suggestions.ts'

/** Somebody who types quickly asks a few times a second. */
const limit: Limit = { name: 'suggestions', requests: 600, windowSeconds: 60 }

/** Suggestions for what was typed so far: `for` is what or where, `q` the text. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const state = await countRequest(platform.db, platform.secret, limit, context.get(requestContext).clientIp)
  if (!state.allowed) {
    return Response.json([], {
      status: 429,
      headers: { 'Retry-After': String(state.resetSeconds), 'Cache-Control': 'no-store' },
    })
  }
  const query = new URL(request.url).searchParams
  const field = query.get('for') === 'where' ? 'where' : 'what'
  const suggestions = await suggest(platform, field, query.get('q') ?? '')
  return Response.json(suggestions, { headers: { 'Cache-Control': 'public, max-age=60' } })
}
