import { z } from 'zod'

/** The part of a print provider's event that we read: its type and its subject. Nothing else is trusted. */
export const printProviderEventSchema = z.object({
  type: z.string().regex(/^[a-z_]{1,60}$/),
  /** Seconds since 1970. */
  created: z.int(),
  data: z.object({
    sync_product: z.object({ id: z.int().positive() }).nullish(),
    order: z.object({ external_id: z.string().max(64).nullish() }).nullish(),
    shipment: z.object({ id: z.int() }).nullish(),
  }),
})

export type PrintProviderEvent = z.output<typeof printProviderEventSchema>
