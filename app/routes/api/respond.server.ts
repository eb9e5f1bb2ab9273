import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import type { Problem } from '#app/features/directory/api.server.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'

/** Generous for a person's script, far from what would trouble the machine. */
export const apiLimit: Limit = { name: 'api', requests: 120, windowSeconds: 60 }

type Answer = { body: object } | { problem: Pick<Problem, 'title' | 'status' | 'detail' | 'errors'> }

/** Answers one request of the read API, and says so where it cannot, as while the database is away. */
export async function answerApi(
  request: Request,
  context: Readonly<RouterContextProvider>,
  make: () => Promise<Answer>,
): Promise<Response> {
  try {
    return await answer(request, context, make)
  } catch (error) {
    context
      .get(platformContext)
      .log.error({ requestId: context.get(requestContext).id, error }, 'a request of the API could not be answered')
    return respondProblem(
      { title: 'Service unavailable', status: 503, detail: 'Please try again in a moment.' },
      { 'Retry-After': '10' },
    )
  }
}

/** Counts the request, refuses what is too much, and says 304 to whoever has the answer already. */
async function answer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  make: () => Promise<Answer>,
): Promise<Response> {
  const { db, secret } = context.get(platformContext)
  const state = await countRequest(db, secret, apiLimit, context.get(requestContext).clientIp)
  const headers = {
    'RateLimit-Limit': String(state.limit),
    'RateLimit-Remaining': String(state.remaining),
    'RateLimit-Reset': String(state.resetSeconds),
  }
  if (!state.allowed) {
    return respondProblem(
      {
        title: 'Too many requests',
        status: 429,
        detail: `At most ${state.limit} requests a minute. Please try again in ${state.resetSeconds} seconds.`,
      },
      { ...headers, 'Retry-After': String(state.resetSeconds) },
    )
  }
  const made = await make()
  if ('problem' in made) return respondProblem(made.problem, headers)

  const json = JSON.stringify(made.body)
  // Weak, as the same answer may travel compressed.
  const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  const caching = { ...headers, ETag: etag, 'Cache-Control': 'public, max-age=0, must-revalidate' }
  const seen = request.headers.get('If-None-Match')
  if (seen?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')) {
    return new Response(null, { status: 304, headers: caching })
  }
  return new Response(json, { headers: { ...caching, 'Content-Type': 'application/json; charset=utf-8' } })
}

export function respondProblem(problem: Omit<Problem, 'type'>, headers: Record<string, string> = {}): Response {
  const body: Problem = { type: 'about:blank', ...problem }
  return Response.json(body, {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
