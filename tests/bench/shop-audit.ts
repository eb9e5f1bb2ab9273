import { isNotNull, sql } from 'drizzle-orm'
import { printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { orders } from '#app/features/orders/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { SimulatedOrder } from '#simulators/printful-schema.ts'
import type { Charge, Session } from '#simulators/stripe-store.ts'
import type { TestShop } from '../shop.ts'
import { type Buyer, meansToPay } from './shop-buyers.ts'
import { kindsOf } from './shop-plan.ts'

/** What there is in the end. */
export interface Count {
  orders: number
  /** In the books of whoever takes the money. */
  paidThere: number
  /** In our own tables. */
  paidHere: number
  /** Paid back before they were printed. */
  refunded: number
  /** At the printer. */
  prints: number
}

export interface Audit extends Count {
  mails: number
  /** The same by kind: how many plans hold it, and what came of those. */
  byKind: Map<string, Count & { planned: number }>
  /** Orders with which something is wrong, in words. */
  offending: string[]
}

/** One order, as everybody has it. */
interface Ledger {
  order: typeof orders.$inferSelect
  buyer: Buyer | null
  sessions: Session[]
  charges: Charge[]
  prints: SimulatedOrder[]
  mails: string[]
}

const none: Count = { orders: 0, paidThere: 0, paidHere: 0, refunded: 0, prints: 0 }

/** Holds our tables, the books of whoever takes the money and those of the printer against each other. */
export async function auditOrders(shop: TestShop, buyers: Buyer[]): Promise<Audit> {
  const ledgers = await readLedgers(shop, buyers)
  const planned = Map.groupBy(
    buyers.flatMap(({ plan }) => kindsOf(plan)),
    (kind) => kind,
  )
  const byKind = new Map([...planned].map(([kind, all]) => [kind, { ...none, planned: all.length }]))
  const audit: Audit = { ...none, mails: 0, byKind, offending: [] }
  for (const ledger of ledgers) {
    const { buyer, order, mails } = ledger
    const counted = countOf(ledger)
    add(audit, counted)
    audit.mails += mails.length
    for (const kind of buyer ? kindsOf(buyer.plan) : []) {
      const count = byKind.get(kind)
      if (count) add(count, counted)
    }
    const wrong = wrongWith(ledger)
    if (wrong.length > 0) audit.offending.push(`${named(order, buyer)}: ${wrong.join('; ')}`)
  }
  for (const { plan, paid } of buyers) {
    const mustPay = meansToPay(plan.buyer) && plan.buyer !== 'pays by a slow bank'
    if (mustPay && paid.length === 0) audit.offending.push(`order ${plan.number}: the buyer could not pay`)
  }
  audit.offending.push(...(await findStrays(shop, ledgers)))
  return audit
}

async function readLedgers({ start, stripe, printful }: TestShop, buyers: Buyer[]): Promise<Ledger[]> {
  const { db } = start()
  const byKey = new Map(buyers.flatMap((buyer) => buyer.keys.map((key) => [key, buyer] as const)))
  const sessions = Map.groupBy(stripe.store.sessions.values(), ({ metadata }) => metadata.order_id ?? '')
  const charges = Map.groupBy(stripe.store.charges.values(), ({ payment_intent }) => payment_intent)
  const prints = Map.groupBy(printful.orders, ({ external_id }) => external_id)
  const queued = await queryRows<{ name: string; orderId: string }>(
    db,
    sql`SELECT data->>'name' AS name, data->'data'->>'orderId' AS "orderId" FROM pgboss.job
        WHERE data->>'name' LIKE 'shop.send-order-%' ORDER BY 1`,
  )
  const mails = Map.groupBy(queued, ({ orderId }) => orderId)
  return (await db.select().from(orders)).map((order) => {
    const own = sessions.get(order.id) ?? []
    return {
      order,
      buyer: byKey.get(order.checkoutKey) ?? null,
      sessions: own,
      charges: own.flatMap(({ payment_intent }) => charges.get(payment_intent ?? '') ?? []),
      prints: prints.get(printReferenceOfOrder(order.id)) ?? [],
      mails: (mails.get(order.id) ?? []).map(({ name }) => name.replace('shop.send-order-', '')),
    }
  })
}

function countOf({ order, charges, prints }: Ledger): Count {
  return {
    orders: 1,
    paidThere: charges.length,
    paidHere: order.paidAt ? 1 : 0,
    refunded: charges.filter(({ refunded }) => refunded).length,
    prints: prints.length,
  }
}

function wrongWith({ order, sessions, charges, prints, mails }: Ledger): string[] {
  const [charge] = charges
  const isKept = charge !== undefined && !charge.refunded
  const due = isKept ? 1 : 0
  const state = charge ? (isKept ? ['sent-to-print'] : ['refunded']) : ['cancelled', 'expired']
  const mail = charge ? (isKept ? 'confirmed' : 'cancelled') : ''
  const paid = sessions.filter(({ payment_status }) => payment_status === 'paid')
  const checks: [boolean, string][] = [
    [charges.length <= 1, `${charges.length} payments`],
    [
      (order.paidAt !== null) === (charge !== undefined),
      charge ? 'paid, and we do not know' : 'not paid, and we think so',
    ],
    [prints.length >= due, 'paid and not printed'],
    [
      prints.length <= due,
      due ? `printed ${prints.length} times` : charge ? 'printed although refunded' : 'printed unpaid',
    ],
    [state.includes(order.state), `stands as '${order.state}'`],
    [mails.join() === mail, `has the mails '${mails.join()}' in place of '${mail}'`],
    [sessions.length <= 1, `${sessions.length} pages to pay at`],
    [
      charge === undefined || charge.amount === order.total,
      `£${(charge?.amount ?? 0) / 100} taken of £${order.total / 100}`,
    ],
    [paid.every(({ id }) => id === order.stripeSessionId), 'paid at a page that is not its own'],
    [prints.every((print) => isWhatWasBought(print, order)), 'not printed as it was bought'],
  ]
  return checks.flatMap(([isRight, words]) => (isRight ? [] : [words]))
}

/** What is printed costs what was paid for it. */
function isWhatWasBought({ items }: SimulatedOrder, order: Ledger['order']): boolean {
  const pence = items.reduce(
    (sum, { quantity, retail_price }) => sum + quantity * Math.round(Number(retail_price) * 100),
    0,
  )
  return pence === order.subtotal
}

/** What belongs to no order of ours, and carts that hold what was paid for. */
async function findStrays({ start, stripe, printful }: TestShop, ledgers: Ledger[]): Promise<string[]> {
  const ids = new Set(ledgers.map(({ order }) => order.id))
  const names = new Set(ledgers.map(({ order }) => printReferenceOfOrder(order.id)))
  const full = await start()
    .db.selectDistinct({ number: orders.number })
    .from(orders)
    .where(
      sql`${isNotNull(orders.paidAt)} AND ${orders.state} <> 'refunded'
          AND EXISTS (SELECT FROM cart_items WHERE cart_items.cart_id = ${orders.cartId})`,
    )
  return [
    ...[...stripe.store.sessions.values()]
      .filter(({ metadata }) => !ids.has(metadata.order_id ?? ''))
      .map(({ id, payment_status }) => `${id}: a page to pay at for no order, ${payment_status}`),
    ...printful.orders
      .filter(({ external_id }) => !names.has(external_id))
      .map(({ external_id }) => `${external_id}: a print order for no order`),
    ...full.map(({ number }) => `${number}: what was paid for is still in the cart`),
  ]
}

function named({ number, state }: Ledger['order'], buyer: Buyer | null): string {
  return `order ${buyer?.plan.number ?? 'of nobody'} (${number}, ${state}; ${buyer ? kindsOf(buyer.plan).join('; ') : ''})`
}

function add(count: Count, more: Count): void {
  for (const key of Object.keys(none) as (keyof Count)[]) count[key] += more[key]
}
