import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { PostalAddress } from '#app/lib/postal-address.ts'
import { jsonColumn } from '#app/platform/.server/database/json-column.ts'
import type { PrintShipment } from '#app/platform/.server/printing/print-provider.ts'
import type { OrderRefundStatus, OrderState } from './model.ts'

const addressSchema = z.object({
  line1: z.string(),
  line2: z.string().nullable().default(null),
  city: z.string(),
  state: z.string().nullable().default(null),
  postcode: z.string().nullable().default(null),
  country: z.string(),
  phone: z.string().nullable().default(null),
}) satisfies z.ZodType<PostalAddress>

const shipmentSchema = z.object({
  id: z.int(),
  carrier: z.string().default(''),
  service: z.string().default(''),
  trackingNumber: z.string().default(''),
  trackingUrl: z.string().default(''),
  shippedAt: z.string().default(''),
}) satisfies z.ZodType<PrintShipment>

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** An order, from the moment its buyer goes to pay. Its amounts are in pence and never change. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** The order number, such as 'MU-7K3QXW'. */
    number: text('number').notNull().unique(),
    state: text('state').$type<OrderState>().notNull(),
    /** Null for a visitor and for a former member. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** Idempotency key of the checkout form. */
    checkoutKey: uuid('checkout_key').notNull().unique(),
    cartId: uuid('cart_id'),
    /** From the card payment provider, once paid; null before that and after the buyer was anonymised. */
    email: text('email'),
    name: text('name'),
    address: jsonColumn('address', addressSchema),
    currency: text('currency').notNull().default('GBP'),
    subtotal: integer('subtotal').notNull(),
    shipping: integer('shipping').notNull(),
    tax: integer('tax').notNull().default(0),
    total: integer('total').notNull(),
    /** The provider's id of the delivery method, such as 'STANDARD'. */
    shippingMethod: text('shipping_method').notNull(),
    shippingName: text('shipping_name').notNull(),
    stripeSessionId: text('stripe_session_id').unique(),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** The reference that prevents printing twice: the id without hyphens, 32 characters. */
    printfulExternalId: text('printful_external_id').notNull().unique(),
    printfulOrderId: bigint('printful_order_id', { mode: 'number' }).unique(),
    shipments: jsonColumn('shipments', z.array(shipmentSchema)).notNull().default([]),
    /** Refunded so far. */
    refunded: integer('refunded').notNull().default(0),
    /** Why the order is stopped, as a text for admins; null if nothing is wrong. */
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

/** Ordered items with their names and prices at that time. */
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
    /** In pence per item. */
    amount: integer('amount').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.variantId] })],
)

/** Refunds that admins requested, with the idempotency key of the form. */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    /** In pence. */
    amount: integer('amount').notNull(),
    status: text('status').$type<OrderRefundStatus>().notNull().default('requested'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.key] })],
)

/** Events of the providers that were received; each counts once. */
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
