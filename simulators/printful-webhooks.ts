import { setTimeout as sleep } from 'node:timers/promises'

/** The body of a webhook, in Printful's format. */
interface StoreEvent {
  type: string
  created: number
  /** The number of earlier attempts. */
  retries: number
  store: number
  data: object
}

/** Milliseconds before a webhook that was not answered with 200 is retried. */
const again = [1_000, 5_000]

/** Posts an event; returns the status of the first response, null for none, and retries in the background. */
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
