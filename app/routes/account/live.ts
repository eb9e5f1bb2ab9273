import { openLiveStream } from '#app/features/profile/live-service.server.ts'
import { getQueueVersion } from '#app/features/review/service.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/request-context.ts'
import { suspensionContext } from '../session-middleware.server.ts'
import type { Route } from './+types/live.ts'
import { getMemberVersion } from './member-version.server.ts'

/** News of what the member may watch, as it happens. */
export async function loader({ request, context }: Route.LoaderArgs) {
  // The script of a page asks so; its answer would be made of a stream that does not end.
  if (new URL(request.url).pathname.endsWith('.data')) return refuse(404, 'There is no such page.')
  const actor = await context.get(actorContext)()
  if (!actor) {
    return (await context.get(suspensionContext)()) ? refuse(403, 'You are suspended.') : refuse(401, 'Sign in first.')
  }
  // Who asks for the head alone reads no news.
  const platform = context.get(platformContext)
  const findVersions = async () => ({
    member: await getMemberVersion(platform, actor),
    ...(actor.isStaff && { queue: await getQueueVersion(platform, actor) }),
  })
  const stream = request.method === 'GET' ? openLiveStream(platform, actor, request, findVersions) : null
  if (!stream && request.method === 'GET') return refuse(503, 'There are too many connections.')
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store',
      // A proxy before us must not gather the news either.
      'X-Accel-Buffering': 'no',
      // Once it ends, nothing else comes over this connection: so a process that stops is not kept waiting for it.
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
