import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Fields, ObjectOf, PartOf } from './stripe-types.ts'

/** A webhook request: the exact body, and its signature. */
export interface Delivery {
  body: string
  signature: string
}

/** Receives events: a URL, or a function that returns the status of its response. */
export type WebhookTarget = string | ((delivery: Delivery) => Promise<number>)

export type StripeEvent = PartOf<
  Stripe.EventBase,
  {
    id: string
    object: 'event'
    type: EventType
    api_version: string
    created: number
    livemode: false
    data: { object: object }
  }
>
type EventType = Stripe.Event['type']

export interface Webhooks {
  /** All events, oldest first, delivered or not. */
  events: StripeEvent[]
  emit: <Type extends EventType, Thing extends object & Fields<Thing, ObjectOf<Type>>>(
    type: Type,
    object: Thing,
  ) => void
  /** Holds back all further events. */
  hold: () => void
  /** Delivers the held events, and further ones at once. */
  release: (options?: { reversed?: boolean; times?: number }) => Promise<void>
  /** Delivers an event again. */
  resend: (eventId: string) => Promise<void>
  /** The request for an event, signed now with this secret. */
  sign: (event: object, options?: { secret?: string; at?: Date }) => Delivery
  /** Waits until all events were accepted or given up. */
  settle: () => Promise<void>
  stop: () => void
}

/** Posts events as Stripe does: signed, at once, in no guaranteed order, and with retries until they are accepted. */
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
        // The current state: later changes are in later events.
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
