import type { Platform } from '#app/platform/.server/platform.ts'
import { registerPrintWebhookJob } from '../jobs.server.ts'

/** The events that we subscribe to. */
export const printWebhookEventTypes = [
  'product_synced',
  'product_updated',
  'product_deleted',
  'package_shipped',
  'package_returned',
  'order_updated',
  'order_failed',
  'order_canceled',
  'order_put_hold',
  'order_remove_hold',
  'order_refunded',
]

/** Our own descriptions of products by name; the provider has none. */
export type OwnProductDescriptions = readonly { product: string; text: string }[]

/** Queues the registration of our webhook. Called whenever a worker starts, because the URL may have changed. */
export async function queuePrintWebhookRegistration({
  db,
  jobs,
  shop,
}: Pick<Platform, 'db' | 'jobs' | 'shop'>): Promise<void> {
  if (shop.printProvider) await jobs.enqueue(db, registerPrintWebhookJob, {})
}

/**
 * Registers our webhook with the provider.
 * @throws PrintProviderError
 */
export async function registerPrintWebhook({ publicUrl, shop }: Pick<Platform, 'publicUrl' | 'shop'>): Promise<void> {
  // A loopback address is only reachable for a simulator.
  if (!publicUrl.startsWith('https:') && !shop.isDemo) return
  await shop.printProvider?.setWebhook(`${publicUrl}/webhooks/printful`, printWebhookEventTypes)
}
