import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const roundSchema = z.object({ at: z.iso.datetime() })

/** Looks whether the products are to be read afresh. Each round queues the next. */
export const syncRound: JobKind<z.output<typeof roundSchema>> = {
  name: 'shop.sync-round',
  queue: 'feeds',
  schema: roundSchema,
}

const wholeSchema = z.object({})

/** The provider is to be told where to post what changes. */
export const registerWebhookJob: JobKind<z.output<typeof wholeSchema>> = {
  name: 'shop.register-webhook',
  queue: 'feeds',
  schema: wholeSchema,
}

/** All products are to be read from the provider. */
export const syncAll: JobKind<z.output<typeof wholeSchema>> = {
  name: 'shop.sync-products',
  queue: 'feeds',
  schema: wholeSchema,
}

const oneSchema = z.object({ productId: z.int() })

/** One product is to be read from the provider: it says that something changed. */
export const syncOne: JobKind<z.output<typeof oneSchema>> = {
  name: 'shop.sync-product',
  queue: 'feeds',
  schema: oneSchema,
}
