import { createHash } from 'node:crypto'
import { queueSyncOfChangedProduct } from '#app/features/shop/sync/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { reconcilePrintOrderJob } from '../jobs.server.ts'
import { findOrderIdByProviderId, recordShopWebhookEvent } from '../queries.server.ts'
import { type PrintProviderEvent, printProviderEventSchema } from './event-schema.ts'

const printEventsByIp: RequestLimit = { name: 'print-webhook', requests: 120, windowSeconds: 60 }

/**
 * Receives an event of the print provider. Events are not signed, so anybody may send one: it only causes a request to the provider
 * about one order of ours or one product, and those are limited.
 */
export async function receivePrintProviderEvent(
  platform: Pick<Platform, 'clock' | 'db' | 'jobs' | 'secret'>,
  clientIp: string,
  post: unknown,
): Promise<'taken' | 'unreadable' | 'limited'> {
  const { db, secret } = platform
  if (!(await countLimitedRequest(db, secret, printEventsByIp, clientIp)).allowed) return 'limited'
  const read = printProviderEventSchema.safeParse(post)
  if (!read.success) return 'unreadable'
  const { type, data } = read.data
  const externalId = data.order?.external_id
  if (type.startsWith('product_') && data.sync_product) await queueSyncOfChangedProduct(platform, data.sync_product.id)
  else if (externalId && (await findOrderIdByProviderId(db, 'printfulExternalId', externalId)))
    await passOn(platform, externalId, read.data)
  return 'taken'
}

async function passOn(
  platform: Pick<Platform, 'db' | 'jobs'>,
  externalId: string,
  { type, created, data }: PrintProviderEvent,
): Promise<void> {
  const named = `${externalId}:${type}:${created}:${data.shipment?.id ?? ''}`
  const event = createHash('sha256').update(named).digest('hex').slice(0, 32)
  await platform.db.transaction(async (transaction) => {
    if (!(await recordShopWebhookEvent(transaction, 'printful', event, type))) return
    await platform.jobs.enqueue(
      transaction,
      reconcilePrintOrderJob,
      { externalId },
      { event: `${externalId}:${event}` },
    )
  })
}
