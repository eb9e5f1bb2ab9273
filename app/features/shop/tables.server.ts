import { bigint, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'

/** A product of the store as the print-on-demand provider holds it; ids are the provider's. */
export const shopProducts = pgTable('shop_products', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  externalId: text('external_id').notNull().unique(),
  name: text('name').notNull(),
  thumbnailUrl: text('thumbnail_url'),
  description: text('description'),
  variants: integer('variants').notNull().default(0),
  synced: integer('synced').notNull().default(0),
  price: numeric('price', { precision: 10, scale: 2 }),
  currency: text('currency'),
  /** `{ id, name, retail_price, currency, synced, options: { id: 'size' | 'color', value }[] }[]` */
  syncVariants: jsonb('sync_variants').notNull().default([]),
})
