import { type LiveDataVersions, liveHeartbeatSeconds } from '#app/lib/live.ts'
import { type LiveEventTopic, liveEventKindOfTopic } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { canOpenStaffPages } from './policy.server.ts'
import { identifyActor } from './service.server.ts'

/** The topics an actor may subscribe to: their own status, and the queue for staff. */
function liveTopicsOfActor(actor: Actor): LiveEventTopic[] {
  return [`member:${actor.userId}`, ...(canOpenStaffPages(actor) ? (['queue'] as const) : [])]
}

const encoder = new TextEncoder()

/**
 * Opens the actor's topics as server-sent events, which only contain the kind of change; null if they have too many connections,
 * or the process is ending. The first event has the versions that the stream starts from, so that a page knows what it missed.
 * The actor is checked again with each heartbeat and each change of theirs: the stream ends with the session, with a suspension,
 * and with a change of role.
 */
export async function openLiveChangeEventStream(
  platform: Pick<Platform, 'db' | 'live' | 'production' | 'publicUrl' | 'secret'>,
  actor: Actor | null,
  { headers, signal }: Pick<Request, 'headers' | 'signal'>,
  findVersions: () => Promise<LiveDataVersions>,
): Promise<ReadableStream<Uint8Array> | null> {
  const known = requireActor(actor)
  let end: () => void = () => undefined
  let say: ((words: string) => void) | null = null
  const isSame = async () => {
    const { actor: now } = await identifyActor(platform, headers, { keepAlive: false })
    return now?.userId === known.userId && canOpenStaffPages(now) === canOpenStaffPages(known)
  }
  const sendIfUnchanged = (words: string) => {
    isSame().then(
      (same) => (same ? say?.(words) : end()),
      // If the check fails, a new connection is safer.
      () => end(),
    )
  }
  const own = `member:${known.userId}`
  const stop = await platform.live.watch({
    userId: known.userId,
    topics: liveTopicsOfActor(known),
    onNews: (topic) => {
      const words = `data: ${liveEventKindOfTopic(topic)}\n\n`
      if (topic === own) sendIfUnchanged(words)
      else say?.(words)
    },
    onEnd: () => end(),
  })
  if (!stop) return null
  const heartbeat = setInterval(() => sendIfUnchanged(': still here\n\n'), liveHeartbeatSeconds * 1_000)
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
      // A client that has gone may never have started to read.
      if (signal.aborted) return end()
      signal.addEventListener('abort', end)
      // Read after subscribing, so that nothing is missed.
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
