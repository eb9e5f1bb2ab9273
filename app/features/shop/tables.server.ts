import { sql } from 'drizzle-orm'
import { bigint, index, integer, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { profiles } from '#app/features/profile/tables.server.ts'
import { jsonColumn } from '#app/platform/.server/database/json-column.ts'
import type { SyncedProductVariant } from './model.ts'

const syncVariantSchema = z.object({
  id: z.int(),
  name: z.string(),
  retail_price: z.string(),
  currency: z.string(),
  synced: z.boolean(),
  options: z.array(z.object({ id: z.enum(['size', 'color']), value: z.string() })),
  catalogueId: z.int(),
  image: z.string().nullable().default(null),
  refused: z.string().nullable(),
}) satisfies z.ZodType<SyncedProductVariant>

const refusedVariantSchema = z.object({
  productId: z.int(),
  variantId: z.int(),
  name: z.string(),
  reason: z.string(),
})

const moment = (name: string) => timestamp(name, { withTimezone: true })
const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)

/** A product at the print-on-demand provider; ids are the provider's. */
export const shopProducts = pgTable('shop_products', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  externalId: text('external_id').notNull().unique(),
  /** Its slug, made from its first name. */
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  thumbnailUrl: text('thumbnail_url'),
  description: text('description'),
  variants: integer('variants').notNull().default(0),
  synced: integer('synced').notNull().default(0),
  /** The lowest price of the sold variants in pounds; null if none is sold. */
  price: numeric('price', { precision: 10, scale: 2 }),
  currency: text('currency'),
  syncVariants: jsonColumn('sync_variants', z.array(syncVariantSchema)).notNull().default([]),
  /** When it was last read from the provider. */
  syncedAt: moment('synced_at').notNull().defaultNow(),
  /** When the provider no longer had it; null while it has. Kept for the orders that name it. */
  removedAt: moment('removed_at'),
})

/** The card payment provider's ids of a product and of a variant's price. A changed price gets new ids. */
export const shopStripePrices = pgTable(
  'shop_stripe_prices',
  {
    variantId: bigint('variant_id', { mode: 'number' }).primaryKey(),
    productId: bigint('product_id', { mode: 'number' })
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    stripeProductId: text('stripe_product_id').notNull(),
    stripePriceId: text('stripe_price_id').notNull(),
    /** In pence, as at Stripe. */
    amount: integer('amount').notNull(),
  },
  (table) => [index('shop_stripe_prices_product_id_index').on(table.productId)],
)

/** The result of the last sync; one row for each kind. */
export const shopSyncs = pgTable('shop_syncs', {
  kind: text('kind').$type<'products' | 'stripe'>().primaryKey(),
  /** The last success. */
  succeededAt: moment('succeeded_at'),
  triedAt: moment('tried_at'),
  /** Why the last attempt failed, as a text for admins; null if it succeeded. */
  failure: text('failure'),
  /** Refused variants and the reasons. */
  refused: jsonColumn('refused', z.array(refusedVariantSchema)).notNull().default([]),
})

/** A cart. A visitor's is found by the hash of a token in their cookie, a member's by their profile. */
export const carts = pgTable(
  'carts',
  {
    id: id(),
    tokenHash: text('token_hash').unique(),
    profileId: uuid('profile_id')
      .unique()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('carts_updated_at_index').on(table.updatedAt)],
)

export const cartItems = pgTable(
  'cart_items',
  {
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    variantId: bigint('variant_id', { mode: 'number' }).notNull(),
    quantity: integer('quantity').notNull(),
    /** The price in pence when it was added. If it has changed, the buyer is told before paying. */
    shownAmount: integer('shown_amount').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.cartId, table.variantId] })],
)
