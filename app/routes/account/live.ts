import { canReadVerificationQueue } from '#app/features/admin/policy.server.ts'
import { getVerificationQueueChangeVersion } from '#app/features/admin/service.server.ts'
import { openLiveChangeEventStream } from '#app/features/profile/live-service.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { suspensionContext } from '../session-middleware.server.ts'
import type { Route } from './+types/live.ts'
import { getOwnLiveDataVersion } from './member-version.server.ts'

/** Server-sent events for the member. */
export async function loader({ request, context }: Route.LoaderArgs) {
  // A data request of React Router, which would never end.
  if (new URL(request.url).pathname.endsWith('.data')) return refuse(404, 'There is no such page.')
  const actor = await context.get(actorContext)()
  if (!actor) {
    return (await context.get(suspensionContext)()) ? refuse(403, 'You are suspended.') : refuse(401, 'Log in first.')
  }
  // A HEAD request gets no events.
  const platform = context.get(platformContext)
  const findVersions = async () => ({
    member: await getOwnLiveDataVersion(platform, actor),
    ...(canReadVerificationQueue(actor) && { queue: await getVerificationQueueChangeVersion(platform, actor) }),
  })
  const stream =
    request.method === 'GET' ? await openLiveChangeEventStream(platform, actor, request, findVersions) : null
  if (!stream && request.method === 'GET') return refuse(503, 'There are too many connections.')
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store',
      // A proxy must not buffer the events.
      'X-Accel-Buffering': 'no',
      // The connection closes after the stream, so that a stopping process does not wait for it.
      Connection: 'close',
    },
  })
}

function refuse(status: number, words: string): Response {
  return new Response(words, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': '10' }) },
  })
}
