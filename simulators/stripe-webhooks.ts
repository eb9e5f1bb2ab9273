import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is posted to who wants to hear of events: the body to the letter, and its signature. */
export interface Delivery {
  body: string
  signature: string
}

/** Where events go: an address, or a function that says what status it answers. */
export type WebhookTarget = string | ((delivery: Delivery) => Promise<number>)

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  api_version: string
  created: number
  livemode: false
  data: { object: object }
}

export interface Webhooks {
  /** Everything that happened, oldest first, delivered or not. */
  events: StripeEvent[]
  emit: (type: string, object: object) => void
  /** Keeps back what happens from now on. */
  hold: () => void
  /** Delivers what was kept back, and from now on at once again. */
  release: (options?: { reversed?: boolean; times?: number }) => Promise<void>
  /** Delivers one once more. */
  resend: (eventId: string) => Promise<void>
  /** An event as it would be posted, signed with this secret at this moment. */
  sign: (event: object, options?: { secret?: string; at?: Date }) => Delivery
  /** Waits until everything was taken in or given up. */
  settle: () => Promise<void>
  stop: () => void
}

/** Posts events as Stripe does: signed, at once, in no promised order, and again after a while when they are not taken in. */
export function openWebhooks(options: {
  target: WebhookTarget | null
  secret: string
  apiVersion: string
  retryDelaysMs: number[]
}): Webhooks {
  const events: StripeEvent[] = []
  const underWay = new Set<Promise<void>>()
  const end = new AbortController()
  let held: StripeEvent[] | null = null

  const sign: Webhooks['sign'] = (event, { secret = options.secret, at = new Date() } = {}) => {
    const body = JSON.stringify(event, null, 2)
    const seconds = Math.floor(at.getTime() / 1000)
    const sum = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return { body, signature: `t=${seconds},v1=${sum}` }
  }

  const post = async (event: StripeEvent): Promise<boolean> => {
    const { body, signature } = sign(event)
    try {
      if (typeof options.target === 'function') return isGood(await options.target({ body, signature }))
      const answer = await fetch(options.target ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
        body,
        signal: AbortSignal.any([end.signal, AbortSignal.timeout(10_000)]),
      })
      await answer.text()
      return isGood(answer.status)
    } catch {
      return false
    }
  }

  const deliver = (event: StripeEvent): Promise<void> => {
    if (options.target === null) return Promise.resolve()
    const work = (async () => {
      for (const delay of [0, ...options.retryDelaysMs]) {
        if (delay > 0) await sleep(delay, null, { ref: false, signal: end.signal }).catch(() => null)
        if (end.signal.aborted || (await post(event))) return
      }
    })().finally(() => underWay.delete(work))
    underWay.add(work)
    return work
  }

  return {
    events,
    sign,
    emit: (type, object) => {
      const event: StripeEvent = {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        type,
        api_version: options.apiVersion,
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        // As it is now: what happens later is in later events.
        data: { object: structuredClone(object) },
      }
      events.push(event)
      if (held) held.push(event)
      else void deliver(event)
    },
    hold: () => {
      held ??= []
    },
    release: async ({ reversed = false, times = 1 } = {}) => {
      const waiting = held ?? []
      held = null
      for (const event of reversed ? waiting.toReversed() : waiting) {
        for (let time = 0; time < times; time += 1) await deliver(event)
      }
    },
    resend: async (eventId) => {
      const event = events.find(({ id }) => id === eventId)
      if (!event) throw new Error(`no event ${eventId}`)
      await deliver(event)
    },
    settle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    stop: () => end.abort(),
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}
