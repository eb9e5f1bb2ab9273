import type { Database } from '#app/platform/.server/database/database.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  type PrintOrder,
  type PrintProvider,
  PrintProviderError,
} from '#app/platform/.server/printing/print-provider.ts'
import { sendOrderShippedMail } from '../mails.server.ts'
import {
  findOrder,
  findOrderIdByProviderId,
  listOrderItems,
  lockOrder,
  type OrderRow,
  updateOrder,
} from '../queries.server.ts'
import { reconcileOrderWithProvider } from '../reconciliation/reconcile.server.ts'
import { orderStateAfterPrint, printOrderFailureOf, refundedOrderAtPrinterNotice } from '../rules.ts'

/**
 * Returns the print provider.
 * @throws JobFailedError if none is set up
 */
export function requirePrintProvider({ shop }: Pick<Platform, 'shop'>): PrintProvider {
  if (!shop.printProvider) throw new JobFailedError('no key of the print provider is set')
  return shop.printProvider
}

/**
 * Sends a paid order to the print provider if it is not there yet. It first looks the order up by our own reference, so an
 * earlier attempt that succeeded without our knowing is not repeated.
 * @throws PrintProviderError if a retry may succeed
 */
export async function sendOrderToPrint(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'shop'>,
  orderId: string,
): Promise<void> {
  const order = await findOrder(platform.db, orderId)
  if (order?.state !== 'paid') return
  const printer = requirePrintProvider(platform)
  try {
    if (!(await printer.findOrder(order.printfulExternalId))) await create(platform, printer, order)
  } catch (error) {
    const failure =
      error instanceof PrintProviderError ? 'The printer is not responding.' : 'Something went wrong on our side.'
    await note(platform, orderId, `${failure} It will be tried again.`)
    throw error
  }
  await reconcileOrderWithPrint(platform, order.printfulExternalId)
}

/**
 * Reconciles an order with its print order.
 * @throws PrintProviderError
 */
export async function reconcileOrderWithPrint(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'shop'>,
  externalId: string,
): Promise<void> {
  const orderId = await findOrderIdByProviderId(platform.db, 'printfulExternalId', externalId)
  if (!orderId) return
  const printer = requirePrintProvider(platform)
  await reconcileOrderWithProvider(
    platform.db,
    orderId,
    () => printer.findOrder(externalId),
    (transaction, order, print) => recordPrintOrder(platform, transaction, order, print),
  )
}

async function create(platform: Pick<Platform, 'db'>, printer: PrintProvider, order: OrderRow): Promise<void> {
  const { id, name, address, email, printfulExternalId: externalId, shippingMethod: shipping } = order
  if (!address || !name) return hold(platform, id, 'The payment came without an address. Refund it, or ask the buyer.')
  const items = await listOrderItems(platform.db, id)
  try {
    await printer.createOrder({
      externalId,
      shipping,
      recipient: { name, ...address, email },
      items: items.map(({ variantId, quantity, amount }) => ({ syncVariantId: variantId, quantity, amount })),
    })
  } catch (error) {
    if (!(error instanceof PrintProviderError) || error.reason !== 'refused') throw error
    // The provider also refuses an order that it already has: an attempt that timed out may have succeeded.
    if (await printer.findOrder(externalId)) return
    await hold(platform, id, `The printer refused the order: ${error.message}`)
  }
}

/** Puts a paid order on hold for an admin. */
async function hold(platform: Pick<Platform, 'db'>, orderId: string, failure: string): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId)
    if (order?.state === 'paid') await updateOrder(transaction, orderId, { state: 'on-hold', failure })
  })
}

/** Stores for admins why a paid order is not at the printer yet. */
async function note(platform: Pick<Platform, 'db'>, orderId: string, failure: string): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId)
    if (order?.state === 'paid' && order.failure !== failure) await updateOrder(transaction, orderId, { failure })
  })
}

async function recordPrintOrder(
  { jobs, log }: Pick<Platform, 'jobs' | 'log'>,
  transaction: Database,
  order: OrderRow,
  print: PrintOrder,
): Promise<void> {
  const state = orderStateAfterPrint(order, print)
  const arrived = print.shipments.filter(({ id }) => !order.shipments.some((known) => known.id === id))
  const isUnpaid = order.paidAt === null
  if (isUnpaid) log.warn({ orderId: order.id }, 'an order that is not paid is at the printer')
  const failure = failureIn(order, state, print)
  const changes = {
    ...(order.printfulOrderId === null && { printfulOrderId: print.id, sentAt: new Date() }),
    ...(arrived.length > 0 && { shipments: [...order.shipments, ...arrived] }),
    ...(state === 'shipped' && !order.shippedAt && { shippedAt: new Date() }),
    ...(state !== order.state && { state }),
    ...(failure !== order.failure && { failure }),
  }
  if (Object.keys(changes).length === 0) return
  await updateOrder(transaction, order.id, changes)
  for (const { id: shipmentId } of arrived) {
    const event = `${order.id}:${shipmentId}`
    await jobs.enqueue(transaction, sendOrderShippedMail, { orderId: order.id, shipmentId }, { event })
  }
}

function failureIn(order: OrderRow, state: OrderRow['state'], print: PrintOrder): string | null {
  switch (state) {
    case 'on-hold':
      return printOrderFailureOf(print)
    case 'sent-to-print':
    case 'shipped':
      return null
    case 'refunded': {
      const isStopped = print.status === 'canceled' || print.shipments.length > 0
      return isStopped ? null : refundedOrderAtPrinterNotice(order.refunded)
    }
    case 'awaiting-payment':
    case 'paid':
    case 'cancelled':
    case 'expired':
    case 'disputed':
      return order.failure
  }
}
