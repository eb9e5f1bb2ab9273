import { randomBytes, randomUUID } from 'node:crypto'
import { type CartOwner, mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import { retryOnUniqueViolation } from '#app/platform/.server/database/database.ts'
import { type PaymentProvider, PaymentProviderError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { closePaymentSessionJob } from '../jobs.server.ts'
import { ownOrderPath, signedOrderPath } from '../links.server.ts'
import { reconcileOrderWithPayment, requirePaymentProvider } from '../payment/service.server.ts'
import {
  cancelUnpaidOrdersOfCart,
  findOrder,
  findOrderByCheckoutKey,
  insertOrder,
  listOrderItems,
  lockOrder,
  type OrderRow,
  updateOrder,
} from '../queries.server.ts'
import { makeOrderNumber, orderTotalsOf, printReferenceOfOrder } from '../rules.ts'
import type { ShippingChoice } from './delivery-rules.ts'
import type { CheckoutRequest } from './form-schema.ts'
import { checkoutPath } from './model.ts'
import { listShippingChoices } from './shipping-service.server.ts'

/** The result of a checkout. */
export type CheckoutResult =
  /** `url` is the payment page of the card payment provider. */
  | { outcome: 'done'; url: string }
  /** The order was already paid; `path` is its page. */
  | { outcome: 'paid'; path: string }
  /** 'changed': the prices differ from those shown; 'over': the form is too old or was replaced. Nothing was ordered. */
  | { outcome: 'changed' | 'over' | 'empty' | 'closed' | 'unavailable' }
  | { outcome: 'limited'; minutes: number }

const checkouts: RequestLimit = { name: 'checkouts', requests: 30, windowSeconds: 3_600 }
/** How long a form may be sent again if its checkout failed. */
const continueMs = 30 * 60_000
/** How long a payment page stays open after the order was created. */
const sessionMs = 2 * 60 * 60_000

/**
 * Orders the owner's cart at current prices and returns the payment page. Nothing is ordered if the buyer was shown other prices.
 * Two submissions with one key make one order, and an interrupted attempt is resumed.
 */
export async function placeOrderFromCart(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret' | 'shop'>,
  owner: CartOwner,
  pageRequest: CheckoutRequest,
): Promise<CheckoutResult> {
  const { db, secret, shop } = platform
  const { paymentProvider: payments } = shop
  if (!payments) return { outcome: 'closed' }
  const known = await findOrderByCheckoutKey(db, pageRequest.checkout)
  if (known && (known.stripeSessionId || known.state !== 'awaiting-payment')) {
    return continueOrder(platform, payments, known, owner)
  }
  const cart = await mergeAndGetCart(platform, owner)
  if (cart.id === null || cart.items.length === 0) return { outcome: 'empty' }
  const choices = await listShippingChoices(platform, pageRequest.country, cart.items)
  const choice = choices.find(({ id }) => id === pageRequest.shipping.id)
  const totals = choice && orderTotalsOf(cart.items, choice.amount)
  if (!totals || choice.amount !== pageRequest.shipping.shownAmount || totals.subtotal !== pageRequest.subtotal) {
    return { outcome: 'changed' }
  }
  if (!known) {
    const { allowed, minutes } = await countLimitedRequest(db, secret, checkouts, owner.clientIp)
    if (!allowed) return { outcome: 'limited', minutes }
  }
  const order = await createOrder(platform, {
    pageRequest,
    choice,
    totals,
    cartId: cart.id,
    profileId: owner.actor?.userId ?? null,
    items: cart.items,
  })
  if (order.stripeSessionId || order.state !== 'awaiting-payment') {
    return continueOrder(platform, payments, order, owner)
  }
  if (!isSame(order, { cartId: cart.id, choice, totals })) return { outcome: 'over' }
  return lead(platform, payments, order, { choice, country: pageRequest.country, actor: owner.actor })
}

/**
 * Closes the payment page of an order that was replaced. If it was paid in the meantime, the payment counts.
 * @throws PaymentProviderError
 */
export async function closeReplacedPaymentSession(
  platform: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  orderId: string,
): Promise<void> {
  const order = await findOrder(platform.db, orderId)
  if (!order?.stripeSessionId || order.state !== 'cancelled') return
  const isClosed = await requirePaymentProvider(platform).expireSession(order.stripeSessionId)
  if (!isClosed) await reconcileOrderWithPayment(platform, orderId)
}

interface NewOrder {
  pageRequest: CheckoutRequest
  choice: ShippingChoice
  totals: ReturnType<typeof orderTotalsOf>
  cartId: string
  profileId: string | null
  items: Awaited<ReturnType<typeof mergeAndGetCart>>['items']
}

/** Returns the existing order of this form, or creates one that replaces other unpaid orders of the same cart. */
function createOrder({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, given: NewOrder): Promise<OrderRow> {
  const { pageRequest, choice, totals, cartId, profileId, items } = given
  return retryOnUniqueViolation(['orders_number_unique', 'orders_checkout_key_unique'], () =>
    db.transaction(async (transaction) => {
      const there = await findOrderByCheckoutKey(transaction, pageRequest.checkout)
      if (there) return there
      for (const orderId of await cancelUnpaidOrdersOfCart(transaction, cartId)) {
        await jobs.enqueue(transaction, closePaymentSessionJob, { orderId }, { event: orderId })
      }
      const id = randomUUID()
      await insertOrder(
        transaction,
        {
          id,
          number: makeOrderNumber(randomBytes(6)),
          state: 'awaiting-payment',
          profileId,
          checkoutKey: pageRequest.checkout,
          cartId,
          ...totals,
          shippingMethod: choice.id,
          shippingName: choice.name,
          printfulExternalId: printReferenceOfOrder(id),
          createdAt: new Date(),
        },
        items.map(({ variantId, productId, name, size, color, image, amount, quantity }) => ({
          variantId,
          productId,
          name,
          size,
          color,
          image,
          amount,
          quantity,
        })),
      )
      return (await findOrder(transaction, id)) as OrderRow
    }),
  )
}

/** Whether an existing order matches the current cart. */
function isSame(order: OrderRow, { cartId, choice, totals }: Pick<NewOrder, 'cartId' | 'choice' | 'totals'>): boolean {
  return (
    Date.now() - order.createdAt.getTime() < continueMs &&
    order.cartId === cartId &&
    order.shippingMethod === choice.id &&
    order.shipping === choice.amount &&
    order.subtotal === totals.subtotal
  )
}

/** Creates the payment page. Its content depends only on the order, so a second request returns the same page. */
async function lead(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'secret' | 'jobs' | 'log'>,
  payments: PaymentProvider,
  order: OrderRow,
  { choice, country, actor }: { choice: ShippingChoice; country: string; actor: Actor | null },
): Promise<CheckoutResult> {
  const { db, publicUrl, secret, jobs, log } = platform
  const items = await listOrderItems(db, order.id)
  try {
    const session = await payments.createSession({
      orderId: order.id,
      number: order.number,
      lines: items.map(({ name, size, color, amount, quantity, image }) => ({
        name: [name, size, color].filter(Boolean).join(', '),
        amount,
        quantity,
        image: pictureFor(publicUrl, image),
      })),
      shipping: { rates: [{ ...choice, name: order.shippingName }], countries: [country] },
      email: actor?.email ?? null,
      successUrl: `${publicUrl}${signedOrderPath(secret, order.id)}`,
      cancelUrl: `${publicUrl}${checkoutPath}?unpaid=${order.number}`,
      expiresAt: new Date(order.createdAt.getTime() + sessionMs),
    })
    const isWanted = await db.transaction(async (transaction) => {
      const held = await lockOrder(transaction, order.id)
      if (held?.stripeSessionId === null) await updateOrder(transaction, order.id, { stripeSessionId: session.id })
      if (held?.state === 'awaiting-payment') return true
      // Another tab replaced the order while the page was being created.
      await jobs.enqueue(
        transaction,
        closePaymentSessionJob,
        { orderId: order.id },
        { event: `${order.id}:${session.id}` },
      )
      return false
    })
    return isWanted ? { outcome: 'done', url: session.url } : { outcome: 'over' }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.error({ orderId: order.id, error }, 'no page to pay at was made')
    return { outcome: 'unavailable' }
  }
}

/** Continues with an existing order. */
async function continueOrder(
  { secret, log }: Pick<Platform, 'secret' | 'log'>,
  payments: PaymentProvider,
  order: OrderRow,
  { actor }: CartOwner,
): Promise<CheckoutResult> {
  // The key alone must not open a member's order to somebody else. Not by the WHERE: an order that was not found would be made again, and
  // the key is of one order, whoever's it is.
  if (order.profileId !== null && order.profileId !== actor?.userId) return { outcome: 'over' }
  const path = order.profileId ? ownOrderPath(order.id) : signedOrderPath(secret, order.id)
  if (order.paidAt) return { outcome: 'paid', path }
  if (order.state !== 'awaiting-payment' || !order.stripeSessionId) return { outcome: 'over' }
  try {
    const session = await payments.getSession(order.stripeSessionId)
    if (session?.status === 'complete') return { outcome: 'paid', path }
    return session?.url ? { outcome: 'done', url: session.url } : { outcome: 'over' }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.error({ orderId: order.id, error }, 'the page to pay at was not found again')
    return { outcome: 'unavailable' }
  }
}

/** Card payment providers only show pictures from https addresses. */
function pictureFor(publicUrl: string, image: string | null): string | null {
  return image && publicUrl.startsWith('https:') ? `${publicUrl}${image}` : null
}
