import type { Database } from '#app/platform/.server/database/database.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { findOrder, lockOrder, type OrderRow } from '../queries.server.ts'

const attempts = 5

/**
 * Fetches the external state of an order and then acts on it with the order locked. If the order changed in between, the state
 * may be stale and is fetched again. `fetch` returns null if there is nothing to do.
 * @throws JobFailedError if the order keeps changing
 */
export async function reconcileOrderWithProvider<Facts>(
  db: Database,
  orderId: string,
  fetch: (order: OrderRow) => Promise<Facts | null>,
  act: (transaction: Database, order: OrderRow, facts: Facts) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = await findOrder(db, orderId)
    const facts = known && (await fetch(known))
    if (!known || facts === null) return
    const isDone = await db.transaction(async (transaction) => {
      const order = await lockOrder(transaction, orderId)
      if (order?.updatedAt.getTime() !== known.updatedAt.getTime()) return false
      await act(transaction, order, facts)
      return true
    })
    if (isDone) return
  }
  throw new JobFailedError('the order was changed all the time')
}
