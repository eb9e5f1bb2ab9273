import type { Platform } from '#app/platform/.server/platform.ts'
import { reconcilePaymentJob, reconcilePrintJob, sendToPrintJob } from './jobs.server.ts'
import { anonymiseBuyers, anonymiseOldBuyers } from './personal-data-queries.server.ts'
import { expireWithoutSession, listAtPrinter, listUnsent, listWaitingSessions } from './queries.server.ts'

/** Of each kind; the next run takes the rest. */
const ordersPerRun = 200
/** After so long, an order that still waits for its payment is reconciled on each run. */
const waitingMinutes = 10
/** Longer than a form of the checkout may be sent again; see checkout-service. */
const unledMinutes = 60
const dayMinutes = 24 * 60

/**
 * Looks after orders for which no event arrived: payment pages that may have been paid at, paid orders that are not with the printer
 * after their job failed for good, and print orders of which nothing was heard for a day. Anonymises buyers who have left, once
 * the printer has their orders.
 * @param run the same when it is repeated
 */
export async function reconcileOrders({ db, jobs, shop }: Platform, run: string): Promise<void> {
  await expireWithoutSession(db, unledMinutes)
  await anonymiseBuyers(db)
  await anonymiseOldBuyers(db)
  if (shop.paymentProvider) {
    for (const sessionId of await listWaitingSessions(db, waitingMinutes, ordersPerRun)) {
      await jobs.enqueue(
        db,
        reconcilePaymentJob,
        { sessionId, paymentIntentId: null },
        { event: `${sessionId}:${run}` },
      )
    }
  }
  if (!shop.printProvider) return
  // Once a day each: the jobs themselves are tried again for days.
  const day = new Date().toISOString().slice(0, 10)
  for (const { id } of await listUnsent(db, dayMinutes, ordersPerRun)) {
    await jobs.enqueue(db, sendToPrintJob, { orderId: id }, { event: `${id}:${day}` })
  }
  for (const { externalId } of await listAtPrinter(db, dayMinutes, ordersPerRun)) {
    await jobs.enqueue(db, reconcilePrintJob, { externalId }, { event: `${externalId}:${day}` })
  }
}
