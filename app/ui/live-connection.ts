import {
  type LiveDataVersions,
  type LiveEventKind,
  liveHeartbeatGraceSeconds,
  liveHeartbeatSeconds,
  liveReconnectSeconds,
} from '#app/lib/live.ts'

/** An event of a kind, or the versions of all kinds at the start of a connection: those that differ were missed. */
export type LiveEventOrVersions = LiveEventKind | LiveDataVersions

/** Reads events until the stream ends, and reports every heartbeat. Resolves to whether to reconnect. */
export type LiveEventStreamReader = (
  signal: AbortSignal,
  onNews: (news: LiveEventOrVersions | null) => void,
) => Promise<boolean>

/** Events within this time are combined. */
const gatherMs = 100

/**
 * Keeps a connection for events: without heartbeats it is closed, and a lost one is opened again with increasing delays. Returns
 * a function that ends it.
 */
export function keepLiveConnection(
  read: LiveEventStreamReader,
  onNews: (news: LiveEventOrVersions) => void,
): () => void {
  const ended = new AbortController()
  let tries = 0
  let later: ReturnType<typeof setTimeout> | undefined
  const gathered = new Set<LiveEventOrVersions>()
  const tell = (news: LiveEventOrVersions) => {
    if (gathered.size === 0) {
      setTimeout(() => {
        const all = [...gathered]
        gathered.clear()
        if (!ended.signal.aborted) for (const each of all) onNews(each)
      }, gatherMs)
    }
    gathered.add(news)
  }
  const listen = async () => {
    const connection = new AbortController()
    const giveUp = () => connection.abort()
    ended.signal.addEventListener('abort', giveUp)
    let silence = setTimeout(giveUp, (liveHeartbeatSeconds + liveHeartbeatGraceSeconds) * 1_000)
    const again = await read(connection.signal, (news) => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, (liveHeartbeatSeconds + liveHeartbeatGraceSeconds) * 1_000)
      tries = 0
      if (news) tell(news)
    }).catch(() => true)
    clearTimeout(silence)
    ended.signal.removeEventListener('abort', giveUp)
    if (!again || ended.signal.aborted) return
    const wait = liveReconnectSeconds[Math.min(tries, liveReconnectSeconds.length - 1)] ?? 0
    tries += 1
    later = setTimeout(() => void listen(), wait * 1_000)
  }
  void listen()
  return () => {
    clearTimeout(later)
    ended.abort()
  }
}

/** Reads the server-sent events of /live. */
export const readLiveEventStream: LiveEventStreamReader = async (signal, onNews) => {
  const answer = await fetch('/live', { signal, headers: { Accept: 'text/event-stream' } })
  // The session has ended; the next action on the page shows that.
  if (answer.status === 401) return false
  // Suspended in the meantime: reload the page, which shows the reason.
  if (answer.status === 403) {
    onNews({})
    return false
  }
  if (!answer.ok || !answer.body) return true
  let rest = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) onNews(newsIn(event))
  }
  return true
}

/** The kind of an event; null for a heartbeat. */
function newsIn(event: string): LiveEventOrVersions | null {
  const versions = /^event: start\ndata: (.+)$/m.exec(event)?.[1]
  if (versions) return JSON.parse(versions) as LiveDataVersions
  const kind = /^data: (member|queue)$/m.exec(event)?.[1]
  return (kind as LiveEventKind | undefined) ?? null
}
