import { createHash } from 'node:crypto'
import { queueProductSync } from '#app/features/shop/sync/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import { reconcilePrintJob } from '../jobs.server.ts'
import { countEvent, findOrderIdBy } from '../queries.server.ts'
import { type PrintEvent, printEventSchema } from './event-schema.ts'

const printEventsByIp: Limit = { name: 'print-webhook', requests: 120, windowSeconds: 60 }

/**
 * Receives an event of the print provider. Events are not signed, so anybody may send one: it only causes a request to the provider
 * about one order of ours or one product, and those are limited.
 */
export async function receivePrintEvent(
  platform: Pick<Platform, 'clock' | 'db' | 'jobs' | 'secret'>,
  clientIp: string,
  post: unknown,
): Promise<'taken' | 'unreadable' | 'limited'> {
  const { db, secret } = platform
  if (!(await countRequest(db, secret, printEventsByIp, clientIp)).allowed) return 'limited'
  const read = printEventSchema.safeParse(post)
  if (!read.success) return 'unreadable'
  const { type, data } = read.data
  const externalId = data.order?.external_id
  if (type.startsWith('product_') && data.sync_product) await queueProductSync(platform, data.sync_product.id)
  else if (externalId && (await findOrderIdBy(db, 'printfulExternalId', externalId)))
    await passOn(platform, externalId, read.data)
  return 'taken'
}

async function passOn(
  platform: Pick<Platform, 'db' | 'jobs'>,
  externalId: string,
  { type, created, data }: PrintEvent,
): Promise<void> {
  const named = `${externalId}:${type}:${created}:${data.shipment?.id ?? ''}`
  const event = createHash('sha256').update(named).digest('hex').slice(0, 32)
  await platform.db.transaction(async (transaction) => {
    if (!(await countEvent(transaction, 'printful', event, type))) return
    await platform.jobs.enqueue(transaction, reconcilePrintJob, { externalId }, { event: `${externalId}:${event}` })
  })
}
