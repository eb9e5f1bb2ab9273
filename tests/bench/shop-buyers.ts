import type { CheckoutRequest } from '#app/features/orders/checkout/form-schema.ts'
import { type CheckoutResult, placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { receivePaymentEvent } from '#app/features/orders/payment/event-service.server.ts'
import type { CartOwner } from '#app/features/shop/cart/service.server.ts'
import { BadPaymentWebhookSignatureError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Buyer as Payer } from '#simulators/stripe-events.ts'
import { Refusal } from '#simulators/stripe-store.ts'
import { type Lives, startLives } from '../killable-platform.ts'
import type { TestShop } from '../shop.ts'
import { type BuyerKind, newPage, type OrderPlan, type Telling } from './shop-plan.ts'

/** A buyer, with what is known of them once they have left the shop. */
export interface Buyer {
  plan: OrderPlan
  /** Keys of the forms they sent: their orders are known by these. */
  keys: string[]
  /** Pages to pay at that they were led to. */
  sessionIds: string[]
  /** Those they paid at. */
  paid: string[]
  /** What their bank says later, where the money was on its way. */
  bank: { sessionId: string; isGood: boolean } | null
  /** Processes that died under them. */
  deaths: number
}

interface Visit {
  shop: TestShop
  tellings: Map<string, Telling>
  buyer: Buyer
  owner: CartOwner
  lives: Lives
}

/** Whoever is told to try again gives up after so many times. */
const patience = 20

/**
 * A buyer comes, fills a cart, and does what the plan says. How word of the payment is to come is put into `tellings` by the order's
 * id, before there is any. @throws Error where the shop does not do its part
 */
export async function visitShop(shop: TestShop, plan: OrderPlan, tellings: Map<string, Telling>): Promise<Buyer> {
  const { printer, payments, death } = plan
  if (printer?.at === 'POST /shipping') shop.printful.failNext(printer.fault, 1, printer.at)
  if (payments?.at === newPage) shop.stripe.failNext(payments.fault, 1, payments.at)
  const buyer: Buyer = { plan, keys: [], sessionIds: [], paid: [], bank: null, deaths: 0 }
  const owner = await shop.fillCart(plan.quantity)
  const lives = startLives(shop.start, death?.in === 'the checkout' ? [death.step] : [])
  await scripts[plan.buyer]({ shop, tellings, buyer, owner, lives })
  buyer.deaths = lives.died()
  return buyer
}

/** Whether somebody who does this means to pay, and is not prevented. */
export function meansToPay(kind: BuyerKind): boolean {
  return kind !== 'leaves' && kind !== 'gives up at a failure' && kind !== 'pays by a slow bank, which refuses'
}

const scripts: Readonly<Record<BuyerKind, (visit: Visit) => Promise<void>>> = {
  pays: async (visit) => {
    pay(visit, (await lead(visit)).sessionId)
  },
  'is declined once': async (visit) => {
    const { sessionId } = await lead(visit)
    pay(visit, sessionId, 'declined')
    pay(visit, sessionId)
  },
  leaves: async (visit) => {
    await lead(visit)
  },
  'gives up at a failure': async (visit) => {
    const { shop, owner, lives } = visit
    shop.stripe.failNext('lost', 1, newPage)
    const request = await readForm(visit)
    const result = await lives.survive((platform) => placeOrderFromCart(platform, owner, request))
    if (result.outcome === 'done') await arrive(visit, result.url)
  },
  'sends the form three times at once': async (visit) => {
    const request = await readForm(visit)
    const results = await Promise.all([send(visit, request), send(visit, request), send(visit, request)])
    const done = results.find((result) => result.outcome === 'done')
    pay(visit, done ? await arrive(visit, done.url) : (await lead(visit)).sessionId)
  },
  'sends the form again after paying': async (visit) => {
    const { request, sessionId } = await lead(visit)
    pay(visit, sessionId)
    const { outcome } = await send(visit, request)
    if (outcome !== 'paid') throw new Error(`a form that was paid for ended with '${outcome}'`)
  },
  'pays in the second tab': async (visit) => {
    await lead(visit)
    pay(visit, (await lead(visit)).sessionId)
  },
  'pays in both tabs': async (visit) => {
    const first = await lead(visit)
    const second = await lead(visit)
    // The first may be closed by now.
    pay(visit, first.sessionId)
    pay(visit, second.sessionId)
  },
  'opens two tabs at once': async (visit) => {
    const tabs = await Promise.all([lead(visit), lead(visit)])
    // One took the place of the other, whose page may be closed by now; where both are, they begin again.
    const isPaid = tabs.some(({ sessionId }) => pay(visit, sessionId))
    if (!isPaid) pay(visit, (await lead(visit)).sessionId)
  },
  'meets a new price': async (visit) => {
    const seen = await readForm(visit)
    const { newPrice, quantity } = visit.buyer.plan
    await visit.shop.setPrice(newPrice * quantity === seen.subtotal ? newPrice + 1 : newPrice)
    const result = await send(visit, seen)
    if (result.outcome === 'done') throw new Error('an order was taken at a price that was not the price any more')
    pay(visit, (await lead(visit)).sessionId)
  },
  'is refunded before printing': async (visit) => {
    const { sessionId } = await lead(visit)
    if (pay(visit, sessionId)) visit.shop.stripe.refundFromDashboard(sessionId)
  },
  'pays by a slow bank': (visit) => payBySlowBank(visit, true),
  'pays by a slow bank, which refuses': (visit) => payBySlowBank(visit, false),
}

async function payBySlowBank(visit: Visit, isGood: boolean): Promise<void> {
  const { sessionId } = await lead(visit)
  pay(visit, sessionId, 'later')
  visit.buyer.bank = { sessionId, isGood }
}

/** The form of the checkout as it is now. */
async function readForm({ shop, owner, buyer }: Visit): Promise<CheckoutRequest> {
  const request = await shop.readForm(owner)
  buyer.keys.push(request.checkout)
  return request
}

/** Sends a form, again where the shop says that it cannot be done just now. */
async function send({ owner, lives }: Visit, request: CheckoutRequest): Promise<CheckoutResult> {
  for (let tries = 0; tries < patience; tries += 1) {
    const result = await lives.survive((platform) => placeOrderFromCart(platform, owner, request))
    if (result.outcome !== 'unavailable') return result
  }
  throw new Error('there was no page to pay at')
}

/** Goes on to the page to pay at, looking at the form afresh as often as the shop wants it. */
async function lead(visit: Visit): Promise<{ request: CheckoutRequest; sessionId: string }> {
  for (let tries = 0; tries < patience; tries += 1) {
    const request = await readForm(visit)
    const result = await send(visit, request)
    if (result.outcome === 'done') return { request, sessionId: await arrive(visit, result.url) }
    if (result.outcome !== 'changed' && result.outcome !== 'over') {
      throw new Error(`the checkout ended with '${result.outcome}'`)
    }
  }
  throw new Error('the checkout was never as it was shown')
}

/** At the page to pay at; somebody else may say meanwhile that it was paid. */
async function arrive({ shop, tellings, buyer }: Visit, url: string): Promise<string> {
  const sessionId = url.split('/').at(-1) ?? ''
  buyer.sessionIds.push(sessionId)
  const { telling, number } = buyer.plan
  tellings.set(shop.stripe.store.sessions.get(sessionId)?.metadata.order_id ?? '', telling)
  if (telling !== 'forged before' && telling !== 'untrue before') return sessionId
  const object = { id: sessionId, object: 'checkout.session', payment_status: 'paid', status: 'complete' }
  const event = {
    id: `evt_${number}_${sessionId}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  }
  const isForged = telling === 'forged before'
  const { body, signature } = shop.stripe.webhooks.sign(event, isForged ? { secret: 'whsec_guessed' } : {})
  try {
    await receivePaymentEvent(shop.start(), body, signature)
  } catch (error) {
    if (isForged && error instanceof BadPaymentWebhookSignatureError) return sessionId
    throw error
  }
  if (isForged) throw new Error('a forged word of a payment was taken in')
  return sessionId
}

/** Pays; false where the page is closed or the card is declined. */
function pay({ shop, buyer }: Visit, sessionId: string, card: Payer['card'] = 'works'): boolean {
  try {
    shop.stripe.pay(sessionId, { card })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  if (card === 'works') buyer.paid.push(sessionId)
  return true
}
