import { setTimeout as sleep } from 'node:timers/promises'

/** What is posted, in Printful's words. */
interface StoreEvent {
  type: string
  created: number
  /** How often it was posted before. */
  retries: number
  store: number
  data: object
}

/** Milliseconds before a post that was not answered with 200 is tried again. */
const again = [1_000, 5_000]

/** Posts an event; gives the status of the first answer, null for none, and goes on trying in the background. */
export async function deliver(url: string, event: StoreEvent, signal: AbortSignal): Promise<number | null> {
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  }).then(
    (response) => response.status,
    () => null,
  )
  const wait = again[event.retries]
  if (status !== 200 && wait && !signal.aborted) {
    sleep(wait, undefined, { signal, ref: false })
      .then(() => deliver(url, { ...event, retries: event.retries + 1 }, signal))
      .catch(() => undefined)
  }
  return status
}
