import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { SyncVariant } from './schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)

/** A product of the store as the print-on-demand provider holds it; ids are the provider's. */
export const shopProducts = pgTable('shop_products', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  externalId: text('external_id').notNull().unique(),
  /** Its address below /shop, made of the first name it had. */
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  thumbnailUrl: text('thumbnail_url'),
  description: text('description'),
  variants: integer('variants').notNull().default(0),
  synced: integer('synced').notNull().default(0),
  /** The lowest price of what is sold, in pounds; null where nothing is. */
  price: numeric('price', { precision: 10, scale: 2 }),
  currency: text('currency'),
  syncVariants: jsonb('sync_variants').$type<SyncVariant[]>().notNull().default([]),
  /** When it was last read from the provider. */
  syncedAt: moment('synced_at').notNull().defaultNow(),
  /** When the provider had it no more; null while it has. It is kept for the orders that name it. */
  removedAt: moment('removed_at'),
})

/** What the card payment provider knows a product and a variant's price by. A changed price gets a new row's worth of ids. */
export const shopStripePrices = pgTable(
  'shop_stripe_prices',
  {
    variantId: bigint('variant_id', { mode: 'number' }).primaryKey(),
    productId: bigint('product_id', { mode: 'number' })
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    stripeProductId: text('stripe_product_id').notNull(),
    stripePriceId: text('stripe_price_id').notNull(),
    /** In pence, as it stands at Stripe. */
    amount: integer('amount').notNull(),
  },
  (table) => [index('shop_stripe_prices_product_id_index').on(table.productId)],
)

/** How the last reading of the provider's products went; one row a kind. */
export const shopSyncs = pgTable('shop_syncs', {
  kind: text('kind').$type<'products' | 'stripe'>().primaryKey(),
  /** The last that succeeded. */
  succeededAt: moment('succeeded_at'),
  triedAt: moment('tried_at'),
  /** Why the last try failed, in words for admins; null where it did not. */
  failure: text('failure'),
  /** What was refused and why, by product and variant. */
  refused: jsonb('refused')
    .$type<{ productId: number; variantId: number; name: string; reason: string }[]>()
    .notNull()
    .default([]),
})

/** What somebody wants to buy. A visitor's is known by the hash of a token in their cookie, a member's by their profile. */
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
    /** In pence, as it was shown when it was put in: a price that changed since is told before anything is paid. */
    shownAmount: integer('shown_amount').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.cartId, table.variantId] })],
)
