import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import type { ApiProblem } from '#app/features/directory/api.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { countLimitedRequest, type RequestLimit, TooManyRequestsError } from '#app/platform/.server/security/limits.ts'

/** Per IP address. Generous for somebody's script, and harmless to the server. */
export const apiRateLimit: RequestLimit = { name: 'api', requests: 120, windowSeconds: 60 }

type ApiResult = { body: object } | { problem: Pick<ApiProblem, 'title' | 'status' | 'detail' | 'errors'> }

/** Responds to a request of the read API with the result of `load`. If that throws, logs the error and responds with 503. */
export async function respondToApiRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
  load: () => Promise<ApiResult>,
): Promise<Response> {
  try {
    return await respond(request, context, load)
  } catch (error) {
    if (error instanceof TooManyRequestsError) {
      const detail = `Too many searches with misspelt words. Try again in ${error.resetSeconds} seconds.`
      return respondWithApiProblem({ title: 'Too many requests', status: 429, detail }, error.headers)
    }
    context
      .get(platformContext)
      .log.error({ requestId: context.get(requestContext).id, error }, 'a request of the API failed')
    return respondWithApiProblem(
      { title: 'Service unavailable', status: 503, detail: 'Try again in a moment.' },
      { 'Retry-After': '10' },
    )
  }
}

/** Applies the rate limit, and responds with 304 if the client has the current version. */
async function respond(
  request: Request,
  context: Readonly<RouterContextProvider>,
  load: () => Promise<ApiResult>,
): Promise<Response> {
  const { db, secret } = context.get(platformContext)
  const state = await countLimitedRequest(db, secret, apiRateLimit, context.get(requestContext).clientIp)
  const headers = {
    'RateLimit-Limit': String(state.limit),
    'RateLimit-Remaining': String(state.remaining),
    'RateLimit-Reset': String(state.resetSeconds),
  }
  if (!state.allowed) {
    return respondWithApiProblem(
      {
        title: 'Too many requests',
        status: 429,
        detail: `At most ${state.limit} requests a minute. Try again in ${state.resetSeconds} seconds.`,
      },
      { ...headers, 'Retry-After': String(state.resetSeconds) },
    )
  }
  const result = await load()
  if ('problem' in result) return respondWithApiProblem(result.problem, headers)

  const json = JSON.stringify(result.body)
  // Weak, as the same response may be compressed.
  const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  const caching = { ...headers, ETag: etag, 'Cache-Control': 'public, max-age=0, must-revalidate' }
  const known = request.headers.get('If-None-Match')
  if (known?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')) {
    return new Response(null, { status: 304, headers: caching })
  }
  return new Response(json, { headers: { ...caching, 'Content-Type': 'application/json; charset=utf-8' } })
}

export function respondWithApiProblem(
  problem: Omit<ApiProblem, 'type'>,
  headers: Record<string, string> = {},
): Response {
  const body: ApiProblem = { type: 'about:blank', ...problem }
  return Response.json(body, {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** What is said where the API has nothing. */
export function respondApiNotFound(): Response {
  return respondWithApiProblem({ title: 'Not found', status: 404, detail: 'There is nothing at this URL of the API.' })
}
