import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

const nothing = z.object({})

/** Queues a sync of all products if one is due. Runs on a schedule. */
export const queueProductSyncIfDueJob = defineJob({ name: 'shop.sync-round', queue: 'feeds', schema: nothing })

/** Registers our webhook with the print provider. */
export const registerPrintWebhookJob = defineJob({ name: 'shop.register-webhook', queue: 'feeds', schema: nothing })

/** Reads all products from the print provider. */
export const syncProductsFromPrintProviderJob = defineJob({
  name: 'shop.sync-products',
  queue: 'feeds',
  schema: nothing,
})

/** Reads one product that the provider says has changed. */
export const syncProductFromPrintProviderJob = defineJob({
  name: 'shop.sync-product',
  queue: 'feeds',
  schema: z.object({ productId: z.int() }),
})
