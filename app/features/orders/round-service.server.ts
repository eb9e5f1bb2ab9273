import type { Platform } from '#app/platform/.server/platform.ts'
import { lookAtPayment, lookAtPrint, orderRound, sendToPrint } from './job-kinds.ts'
import { forgetBuyers, forgetOldBuyers } from './personal-data-queries.server.ts'
import { expireWithoutSession, listAtPrinter, listUnsent, listWaitingSessions } from './queries.server.ts'

const roundMinutes = 10
const roundMs = roundMinutes * 60_000
/** Of each kind, in one round; the next takes those that are left. */
const ordersARound = 200
/** After so long a buyer who was led to the payment page has paid or will be asked after each round. */
const waitingMinutes = 10
/** Longer than a form of the checkout may be sent again; see checkout-service. */
const unledMinutes = 60
const dayMinutes = 24 * 60

/** Has the round of this moment done; called whenever a worker starts, and done once however many do. */
export async function queueOrderRound({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const at = new Date(Math.floor(Date.now() / roundMs) * roundMs).toISOString()
  await jobs.enqueue(db, orderRound, { at }, { event: at })
}

/**
 * Looks after orders of which no word came, and queues the next round first, so that a failure ends nothing: payment pages that may
 * have been paid at, paid orders that are not with the printer after the job for it was given up, and print orders of which nothing
 * was heard for a day. Buyers who have left are forgotten once the printer has their orders.
 */
export async function carryOutOrderRound({ db, jobs, shop }: Platform, at: string): Promise<void> {
  const now = Math.floor(Date.now() / roundMs) * roundMs
  const next = new Date(Math.max(Date.parse(at), now) + roundMs).toISOString()
  await jobs.enqueue(db, orderRound, { at: next }, { event: next, startAfter: new Date(next) })
  await expireWithoutSession(db, unledMinutes)
  await forgetBuyers(db)
  await forgetOldBuyers(db)
  if (shop.payments) {
    for (const sessionId of await listWaitingSessions(db, waitingMinutes, ordersARound)) {
      await jobs.enqueue(db, lookAtPayment, { sessionId, paymentIntentId: null }, { event: `${sessionId}:${at}` })
    }
  }
  if (!shop.printer) return
  // Once a day each: the jobs themselves are tried again for days.
  const day = at.slice(0, 10)
  for (const { id } of await listUnsent(db, dayMinutes, ordersARound)) {
    await jobs.enqueue(db, sendToPrint, { orderId: id }, { event: `${id}:${day}` })
  }
  for (const { externalId } of await listAtPrinter(db, dayMinutes, ordersARound)) {
    await jobs.enqueue(db, lookAtPrint, { externalId }, { event: `${externalId}:${day}` })
  }
}
