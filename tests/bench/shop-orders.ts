import { inArray, type SQL, sql } from 'drizzle-orm'
import { reconcileOrders } from '#app/features/orders/reconciliation/service.server.ts'
import { orders } from '#app/features/orders/tables.server.ts'
import { startLives } from '../killable-platform.ts'
import type { TestShop } from '../shop.ts'
import { inTurns } from './in-turns.ts'
import { type Buyer, visitShop } from './shop-buyers.ts'
import { openCourier } from './shop-courier.ts'
import { type DeathPlace, newPage, type OrderPlan } from './shop-plan.ts'

export interface SimulatedOrders {
  buyers: Buyer[]
  /** What the shop did not do of its part, with the number of the plan. */
  broken: string[]
  /** Processes that died. */
  deaths: number
  /** Rounds that were made for those nothing was told of. */
  rounds: number
  seconds: number
}

/** Orders that are told of and printed together, while the next are being made. */
const groupSize = 20
/** Buyers under way at a time. */
const together = 6
/** How often a worker is started again for what failed, before the next group's looks at it. */
const workers = 4
/** After so many rounds everything must have come to its end. */
const mostRounds = 30

/** Has orders made as they were planned, told of, printed and looked after until nothing more follows. */
export async function simulateOrders(
  shop: TestShop,
  plans: OrderPlan[],
  onProgress: (done: number) => void,
): Promise<SimulatedOrders> {
  const { db } = shop.start()
  const { stripe, printful } = shop
  const courier = openCourier(shop)
  const begun = performance.now()
  const buyers: Buyer[] = []
  const broken: string[] = []
  let deaths = 0
  let rounds = 0

  const visit = async (plan: OrderPlan): Promise<Buyer | null> => {
    try {
      const buyer = await visitShop(shop, plan, courier.tellings)
      buyers.push(buyer)
      return buyer
    } catch (error) {
      broken.push(`order ${plan.number}, the buyer ${plan.buyer}: ${wordsOf(error)}`)
      return null
    }
  }

  /** Carries out what is due, in two processes at once where there is a crowd; gives how many jobs failed in the end. */
  const work = async ({ isCrowded = false, dieAt = [] as number[] } = {}): Promise<number> => {
    const lives = startLives(shop.start, dieAt)
    let failures: string[] = []
    for (let worker = 0; worker < workers; worker += 1) {
      // Each a process of its own, as the printer may be asked so often by each.
      const one = () => (worker === 0 ? lives.survive((platform) => shop.work(platform)) : shop.work(shop.start()))
      try {
        failures = (await Promise.all(isCrowded ? [one(), one()] : [one()])).flat()
      } catch (error) {
        broken.push(`a job: ${wordsOf(error)}`)
      }
      if (failures.length === 0) break
    }
    deaths += lives.died()
    return failures.length
  }

  /** The round for orders of which nothing was heard, as if they had waited so long. */
  const reconcileUnheard = async (which: SQL, minutes: number) => {
    rounds += 1
    await db.execute(sql`UPDATE orders SET created_at = created_at - make_interval(mins => ${minutes})
      WHERE state = 'awaiting-payment' AND ${which}`)
    // Each round is of another moment.
    await reconcileOrders(shop.start(), new Date(Date.UTC(2020, 0, 1) + rounds * 600_000).toISOString())
  }

  const closePage = (sessionId: string) => {
    if (stripe.store.sessions.get(sessionId)?.status === 'open') stripe.expire(sessionId)
  }

  /** Has word of a group's payments come, and what follows from it done. */
  const settle = async (group: Buyer[], isCrowded: boolean): Promise<void> => {
    const dieIn = (place: DeathPlace) =>
      group.flatMap(({ plan: { death } }) => (death?.in === place ? [death.step] : []))
    for (const { plan, sessionIds } of group) {
      const { printer, payments, buyer } = plan
      if (printer && printer.at !== 'POST /shipping') printful.failNext(printer.fault, 1, printer.at)
      if (payments && payments.at !== newPage) stripe.failNext(payments.fault, 1, payments.at)
      if (buyer === 'leaves') for (const id of sessionIds) closePage(id)
    }
    await courier.post({ withLate: true, dieAt: dieIn('an event') })
    await work({ isCrowded, dieAt: dieIn('a print order') })
    for (const { bank } of group) if (bank) stripe.settle(bank.sessionId, bank.isGood)
    await courier.post()
    const unheard = group.filter(({ plan }) => plan.telling === 'lost').flatMap(({ keys }) => keys)
    if (unheard.length > 0) await reconcileUnheard(inArray(orders.checkoutKey, unheard), 11)
    await work({ isCrowded })
  }

  let before: Buyer[] = []
  for (let from = 0; from < plans.length; from += groupSize) {
    const [group] = await Promise.all([
      inTurns(plans.slice(from, from + groupSize), together, visit),
      settle(before, (from / groupSize) % 3 === 0),
    ])
    before = group.flatMap((buyer) => buyer ?? [])
    onProgress(Math.min(from + groupSize, plans.length))
  }
  await settle(before, false)

  // Hours later: what is still open closes, whatever is owed is told, and rounds go until nothing waits.
  for (const { id } of stripe.store.sessions.values()) closePage(id)
  for (let tries = 0; ; tries += 1) {
    const news = await courier.post({ withLate: true })
    const failures = await work()
    const waiting = await db.$count(orders, inArray(orders.state, ['awaiting-payment', 'paid']))
    if (news + courier.late() + failures + waiting === 0) break
    if (tries === mostRounds) {
      broken.push(`${waiting} orders still wait after ${mostRounds} rounds, and ${failures} jobs fail`)
      break
    }
    await reconcileUnheard(sql`true`, 61)
  }
  const died = buyers.reduce((sum, buyer) => sum + buyer.deaths, deaths + courier.deaths())
  return { buyers, broken, deaths: died, rounds, seconds: (performance.now() - begun) / 1_000 }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
