import { getFilterChoiceCounts } from '#app/features/directory/search/choices-service.server.ts'
import { resolveDirectorySearch } from '#app/features/directory/service.server.ts'
import { countDirectoryMatches } from '#app/features/directory/totals-service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { TooManyRequestsError } from '#app/platform/.server/security/limits.ts'
import type { Route } from './+types/choice-counts.ts'

/** What each choice of a filter would find, for the search of the query. The page asks for it once somebody reaches for a control. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id } = context.get(requestContext)
  const headers = { 'Cache-Control': 'no-store' }
  try {
    const { search } = await resolveDirectorySearch(platform, new URL(request.url).searchParams)
    return Response.json(await getFilterChoiceCounts(platform, search, await countDirectoryMatches(platform, search)), {
      headers,
    })
  } catch (error) {
    if (error instanceof TooManyRequestsError) return Response.json(null, { status: 429, headers: error.headers })
    platform.log.error({ requestId: id, error }, 'the choices could not be counted')
    // The filters work without the counts.
    return Response.json(null, { headers })
  }
}
