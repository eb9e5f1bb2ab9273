import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { PrintOrder } from '#app/platform/.server/print-provider.ts'
import type { OrderAddress, OrderState, RefundStatus } from './schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** An order from the moment its buyer is sent to pay. What it says of money is in pence and never changes. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** What people call it, such as 'MU-7K3QXW'. */
    number: text('number').notNull().unique(),
    state: text('state').$type<OrderState>().notNull(),
    /** Null for a visitor, and once the member has left. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** Made with the checkout's form: what is sent twice under one counts once. */
    checkoutKey: uuid('checkout_key').notNull().unique(),
    cartId: uuid('cart_id'),
    /** As the card payment provider gave them once it was paid; null before, and once the buyer is forgotten. */
    email: text('email'),
    name: text('name'),
    address: jsonb('address').$type<OrderAddress>(),
    currency: text('currency').notNull().default('GBP'),
    subtotal: integer('subtotal').notNull(),
    shipping: integer('shipping').notNull(),
    tax: integer('tax').notNull().default(0),
    total: integer('total').notNull(),
    /** The provider's name of the chosen way of shipping, such as 'STANDARD'. */
    shippingMethod: text('shipping_method').notNull(),
    shippingName: text('shipping_name').notNull(),
    stripeSessionId: text('stripe_session_id').unique(),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** Our guard against printing twice: its id without hyphens, 32 characters. */
    printfulExternalId: text('printful_external_id').notNull().unique(),
    printfulOrderId: bigint('printful_order_id', { mode: 'number' }).unique(),
    shipments: jsonb('shipments').$type<PrintOrder['shipments']>().notNull().default([]),
    /** Refunded so far. */
    refunded: integer('refunded').notNull().default(0),
    /** Why it stands still, in words for admins; null while nothing is wrong. */
    failure: text('failure'),
    createdAt: moment('created_at').notNull().defaultNow(),
    paidAt: moment('paid_at'),
    sentAt: moment('sent_at'),
    shippedAt: moment('shipped_at'),
    closedAt: moment('closed_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('orders_created_at_index').on(table.createdAt, table.id),
    index('orders_state_index').on(table.state, table.createdAt, table.id),
    index('orders_profile_id_index').on(table.profileId, table.createdAt),
    index('orders_payment_intent_index').on(table.stripePaymentIntentId),
  ],
)

/** What was ordered, as it was called and cost then. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    variantId: bigint('variant_id', { mode: 'number' }).notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    size: text('size'),
    color: text('color'),
    image: text('image'),
    /** In pence, of one. */
    amount: integer('amount').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.variantId] })],
)

/** Refunds that admins asked for, each once under the key of its form. */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    /** In pence. */
    amount: integer('amount').notNull(),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.key] })],
)

/** Events of the providers that were taken in: each counts once, however often it is sent. */
export const shopEvents = pgTable(
  'shop_events',
  {
    provider: text('provider').$type<'stripe' | 'printful'>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)
