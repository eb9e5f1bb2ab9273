import type { StripeEvent } from '#simulators/stripe-webhooks.ts'
import { startLives } from '../killable-platform.ts'
import type { TestShop } from '../shop.ts'
import { inTurns } from './in-turns.ts'
import type { Telling } from './shop-plan.ts'

/** Posts under way at a time. */
const together = 6

/** Brings word of payments, in the way it is to come. */
export interface Courier {
  /** How word is to come, by the order's id; once, where nothing is said. */
  tellings: Map<string, Telling>
  /**
   * Posts what has happened since, and before it what is late where that is wanted, to processes that die at these steps. Gives how
   * many events that were about, those that are lost among them.
   */
  post: (options?: { withLate?: boolean; dieAt?: number[] }) => Promise<number>
  /** How many are late still. */
  late: () => number
  /** Processes that died. */
  deaths: () => number
}

export function openCourier(shop: TestShop): Courier {
  const { store: books, webhooks } = shop.stripe
  const tellings: Courier['tellings'] = new Map()
  let late: StripeEvent[] = []
  let read = 0
  let deaths = 0

  const tellingOf = ({ data }: StripeEvent): Telling => {
    const object = data.object as { id: string; object: string; payment_intent?: string | null }
    const about =
      object.object === 'checkout.session'
        ? books.sessions.get(object.id)
        : books.intents.get(object.object === 'payment_intent' ? object.id : (object.payment_intent ?? ''))
    return tellings.get(about?.metadata.order_id ?? '') ?? 'once'
  }

  return {
    tellings,
    late: () => late.length,
    deaths: () => deaths,
    post: async ({ withLate = false, dieAt = [] } = {}) => {
      const news = webhooks.events.slice(read)
      read += news.length
      const events = withLate ? late : []
      if (withLate) late = []
      const count = events.length + news.length
      const reversed: StripeEvent[] = []
      for (const event of news) {
        const telling = tellingOf(event)
        if (telling === 'late') late.push(event)
        else if (telling === 'out of order') reversed.unshift(event)
        else if (telling === 'twice') events.push(event, event)
        else if (telling !== 'lost') events.push(event)
      }
      const lives = startLives(shop.start, dieAt)
      const tell = (event: StripeEvent) => lives.survive((platform) => shop.tell(platform, event))
      await inTurns(events, together, tell)
      for (const event of reversed) await tell(event)
      deaths += lives.died()
      return count
    },
  }
}
