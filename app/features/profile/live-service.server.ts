import { heartbeatSeconds, type LiveVersions } from '#app/lib/live.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import { kindOf, type LiveTopic } from '#app/platform/.server/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findActor } from './service.server.ts'

/** What an actor may watch: their own standing, and the queue for who works on it. */
export function topicsOf(actor: Actor): LiveTopic[] {
  return [`member:${actor.userId}`, ...(actor.isStaff ? (['queue'] as const) : [])]
}

const encoder = new TextEncoder()

/**
 * What the actor may watch, as server-sent events that say no more than its kind; null where they have too many connections
 * open, or the process ends. The first says which versions it starts from, by which a page knows what it missed before. Who asks is looked at again with each heartbeat, and when something of theirs changes: the stream ends with the
 * session, with a suspension, and where a role comes or goes.
 */
export function openLiveStream(
  platform: Platform,
  actor: Actor | null,
  { headers, signal }: Pick<Request, 'headers' | 'signal'>,
  findVersions: () => Promise<LiveVersions>,
): ReadableStream<Uint8Array> | null {
  const { isStaff, ...known } = requireActor(actor)
  let end: () => void = () => undefined
  let say: ((words: string) => void) | null = null
  const isSame = async () => {
    const { actor: now } = await findActor(platform, headers, { keepAlive: false })
    return now?.userId === known.userId && now.isStaff === isStaff
  }
  const sendIfUnchanged = (words: string) => {
    isSame().then(
      (same) => (same ? say?.(words) : end()),
      // Better a new connection than one nobody vouches for.
      () => end(),
    )
  }
  const own = `member:${known.userId}`
  const stop = platform.live.watch({
    userId: known.userId,
    topics: topicsOf({ ...known, isStaff }),
    onNews: (topic) => {
      const words = `data: ${kindOf(topic)}\n\n`
      if (topic === own) sendIfUnchanged(words)
      else say?.(words)
    },
    onEnd: () => end(),
  })
  if (!stop) return null
  const heartbeat = setInterval(() => sendIfUnchanged(': still here\n\n'), heartbeatSeconds * 1_000)
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (words) => controller.enqueue(encoder.encode(words))
      end = () => {
        if (!say) return
        say = null
        clearInterval(heartbeat)
        stop()
        controller.close()
      }
      // Whoever has gone may never have begun to read, and so cannot leave off.
      signal.addEventListener('abort', end)
      // Read once nothing can be missed any more.
      findVersions().then(
        (versions) => say?.(`event: start\ndata: ${JSON.stringify(versions)}\n\n`),
        () => end(),
      )
    },
    cancel: () => {
      say = null
      clearInterval(heartbeat)
      stop()
    },
  })
}
