import type { Platform } from '#app/platform/.server/platform.ts'
import { reconcileOrderPaymentJob, reconcilePrintOrderJob, sendOrderToPrintJob } from '../jobs.server.ts'
import { anonymiseOldGuestOrders, anonymisePrintedOrdersOfFormerMembers } from '../personal-data-queries.server.ts'
import {
  expireOrdersWithoutPaymentSession,
  listAwaitingPaymentSessionIds,
  listOrdersAtPrinterWithoutNews,
  listOrdersNotSentToPrint,
} from '../queries.server.ts'

/** Orders of each kind per run. */
const ordersPerRun = 200
/** Minutes after which an unpaid order is reconciled on each run. */
const waitingMinutes = 10
/** Longer than a checkout form may be sent again; see checkout-service. */
const unledMinutes = 60
const dayMinutes = 24 * 60

/**
 * Reconciles orders for which no event arrived: payment pages that may have been paid, paid orders whose print job failed for
 * good, and print orders without news for a day. Anonymises former members once the printer has their orders.
 * @param run id of this run, the same if it is repeated
 */
export async function reconcileOrders(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  run: string,
): Promise<void> {
  await expireOrdersWithoutPaymentSession(db, unledMinutes)
  await anonymisePrintedOrdersOfFormerMembers(db)
  await anonymiseOldGuestOrders(db)
  if (shop.paymentProvider) {
    for (const sessionId of await listAwaitingPaymentSessionIds(db, waitingMinutes, ordersPerRun)) {
      await jobs.enqueue(
        db,
        reconcileOrderPaymentJob,
        { sessionId, paymentIntentId: null },
        { event: `${sessionId}:${run}` },
      )
    }
  }
  if (!shop.printProvider) return
  // Once a day per order, because each job is retried for days.
  const day = new Date().toISOString().slice(0, 10)
  for (const { id } of await listOrdersNotSentToPrint(db, dayMinutes, ordersPerRun)) {
    await jobs.enqueue(db, sendOrderToPrintJob, { orderId: id }, { event: `${id}:${day}` })
  }
  for (const { externalId } of await listOrdersAtPrinterWithoutNews(db, dayMinutes, ordersPerRun)) {
    await jobs.enqueue(db, reconcilePrintOrderJob, { externalId }, { event: `${externalId}:${day}` })
  }
}
