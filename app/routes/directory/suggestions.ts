import { parseDirectorySearch } from '#app/features/directory/search-parameters.ts'
import { getDirectorySuggestions } from '#app/features/directory/suggestions/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { Route } from './+types/suggestions.ts'

/** Somebody who types quickly asks a few times a second. */
const limit: RequestLimit = { name: 'suggestions', requests: 600, windowSeconds: 60 }

/** Suggestions for what was typed so far: `for` is what or where, `q` the text; `near` and `within` say where trades are counted. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id, clientIp } = context.get(requestContext)
  const query = new URL(request.url).searchParams
  const field = query.get('for') === 'where' ? 'where' : 'what'
  try {
    const state = await countLimitedRequest(platform.db, platform.secret, limit, clientIp)
    if (!state.allowed) return respond([], 'no-store', { status: 429, retryAfter: state.resetSeconds })
    const { search } = parseDirectorySearch(query)
    return respond(await getDirectorySuggestions(platform, field, query.get('q') ?? '', search), 'public, max-age=60')
  } catch (error) {
    platform.log.error({ requestId: id, error }, 'there are no suggestions')
    // The field works without them, so a failure is an empty list, which is not kept.
    return respond([], 'no-store')
  }
}

function respond(
  suggestions: object[],
  caching: string,
  { status = 200, retryAfter }: { status?: number; retryAfter?: number } = {},
): Response {
  return Response.json(suggestions, {
    status,
    headers: { 'Cache-Control': caching, ...(retryAfter && { 'Retry-After': String(retryAfter) }) },
  })
}
