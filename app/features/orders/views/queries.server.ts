import { and, asc, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type KeysetPage, type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type {
  AdministeredOrder,
  AdminListedOrder,
  AdminOrderFilter,
  MonthOfSales,
  OrderHistoryEntry,
  OrderLine,
  OrderShipment,
  OrderState,
  OrderView,
  OwnOrder,
} from '../model.ts'
import { listOrderItems, sumRequestedOrderRefunds } from '../queries.server.ts'
import { orderItems, orders } from '../tables.server.ts'
import type { OrderAttentionState } from './rules.ts'

/** The subject type of orders in the audit log. */
export const orderAuditSubject = 'order'

/** The columns that an order's page shows. */
const shownColumns = {
  id: orders.id,
  number: orders.number,
  state: orders.state,
  subtotal: orders.subtotal,
  shipping: orders.shipping,
  tax: orders.tax,
  total: orders.total,
  refunded: orders.refunded,
  shippingMethod: orders.shippingMethod,
  shippingName: orders.shippingName,
  email: orders.email,
  name: orders.name,
  address: orders.address,
  shipments: orders.shipments,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  sentAt: orders.sentAt,
  shippedAt: orders.shippedAt,
  closedAt: orders.closedAt,
}

const itemCount = sql<number>`(
  SELECT coalesce(sum(${orderItems.quantity}), 0)::int FROM ${orderItems} WHERE ${orderItems.orderId} = ${orders.id}
)`

/** Finds an order with its items, whoever's it is; null if there is none. */
export function findOrderView(db: Database, id: string): Promise<OrderView | null> {
  return findOrderViewWhere(db, eq(orders.id, id))
}

/** Finds a member's own order with its items; null if there is none, or it is not theirs. */
export function findOwnOrderView(db: Database, profileId: string, id: string): Promise<OrderView | null> {
  return findOrderViewWhere(db, and(eq(orders.id, id), eq(orders.profileId, profileId)))
}

async function findOrderViewWhere(db: Database, where: SQL | undefined): Promise<OrderView | null> {
  const [row] = await db.select(shownColumns).from(orders).where(where)
  return row ? { ...row, shipments: row.shipments.map(toShipment), items: await listOrderLines(db, row.id) } : null
}

/** Returns an order with everything admins may see; null if there is none. */
export async function findAdministeredOrder(db: Database, id: string): Promise<AdministeredOrder | null> {
  const [row] = await db
    .select({
      ...shownColumns,
      isMember: sql<boolean>`${orders.profileId} IS NOT NULL`,
      failure: orders.failure,
      stripePaymentIntentId: orders.stripePaymentIntentId,
      printfulOrderId: orders.printfulOrderId,
      printfulExternalId: orders.printfulExternalId,
    })
    .from(orders)
    .where(eq(orders.id, id))
  if (!row) return null
  const { shipments, ...order } = row
  return {
    ...order,
    shipments: shipments.map(toShipment),
    items: await listOrderLines(db, id),
    refundsRequested: await sumRequestedOrderRefunds(db, id),
    events: await listOrderEvents(db, id),
  }
}

async function listOrderLines(db: Database, orderId: string): Promise<OrderLine[]> {
  const items = await listOrderItems(db, orderId)
  return items.map(({ orderId: _, productId: __, image, ...line }) => ({
    ...line,
    image: isOwnPicture(image) ? image : null,
  }))
}

/** Whether a picture is stored here; pages show no others. */
function isOwnPicture(image: string | null): image is string {
  return image !== null && /^\/(?!\/)/.test(image)
}

async function listOrderEvents(db: Database, orderId: string): Promise<OrderHistoryEntry[]> {
  const rows = await db
    .select({
      id: auditEvents.id,
      happenedAt: auditEvents.happenedAt,
      action: auditEvents.action,
      detail: auditEvents.detail,
      actor: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
    })
    .from(auditEvents)
    .leftJoin(profiles, eq(profiles.id, auditEvents.actorId))
    .where(and(eq(auditEvents.subjectType, orderAuditSubject), eq(auditEvents.subjectId, orderId)))
    .orderBy(desc(auditEvents.happenedAt), desc(auditEvents.id))
  return rows.map(({ actor, ...event }) => ({ ...event, by: actor && memberNameForStaff(actor) }))
}

function toShipment({
  shippedAt,
  trackingUrl,
  ...shipment
}: (typeof orders.$inferSelect)['shipments'][number]): OrderShipment {
  const moment = new Date(shippedAt)
  return {
    ...shipment,
    // The tracking page is a link, so it must be a web address.
    trackingUrl: safeHttpUrl(trackingUrl),
    shippedAt: Number.isNaN(moment.getTime()) ? null : moment,
  }
}

/** Expired without a payment. */
const cameToNothing = sql`(${orders.state} IN ('expired', 'cancelled') AND ${orders.paidAt} IS NULL)`

/** Lists a member's orders, newest first, without expired ones; all, or up to `limit`. */
export async function listOwnOrders(db: Database, profileId: string, limit?: number): Promise<OwnOrder[]> {
  const newestFirst = db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      total: orders.total,
      refunded: orders.refunded,
      itemCount,
      firstItem: sql<string | null>`(
        SELECT ${orderItems.name} FROM ${orderItems} WHERE ${orderItems.orderId} = ${orders.id}
        ORDER BY ${orderItems.name}, ${orderItems.variantId} LIMIT 1
      )`,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(eq(orders.profileId, profileId), not(cameToNothing)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  return limit === undefined ? newestFirst : newestFirst.limit(limit)
}

/**
 * Lists a page of orders, newest first, filtered by state and search term. Orders that ended unpaid count as 'expired' and are
 * left out unless that state or a term is given.
 */
export async function listOrdersForAdmin(
  db: Database,
  { term, state }: AdminOrderFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<AdminListedOrder>> {
  const { beyond, order } = keysetPageWhereAndOrderSql(
    { at: orders.createdAt, id: orders.id, latestFirst: true },
    pageRequest,
  )
  const contains = (text: SQL) => sql`${text} LIKE contains_pattern(${term})`
  const matches =
    term === null
      ? undefined
      : or(
          contains(sql`fold_text(${orders.number})`),
          contains(sql`fold_text(${orders.email})`),
          contains(sql`fold_text(${orders.name})`),
        )
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(orders.createdAt), id: orders.id },
      id: orders.id,
      number: orders.number,
      state: sql<OrderState>`CASE WHEN ${cameToNothing} THEN 'expired' ELSE ${orders.state} END`,
      name: orders.name,
      email: orders.email,
      total: orders.total,
      refunded: orders.refunded,
      itemCount,
      failure: orders.failure,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(matchesState(state, term !== null), matches, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}

function matchesState(state: OrderState | null, isSearched: boolean): SQL | undefined {
  if (state === 'expired') return cameToNothing
  if (state !== null) return and(eq(orders.state, state), not(cameToNothing))
  return isSearched ? undefined : not(cameToNothing)
}

/** Counts the orders that need attention, by state. */
export async function countOrdersNeedingAttention(
  db: Database,
): Promise<{ state: OrderAttentionState; count: number }[]> {
  const rows = await db
    .select({ state: orders.state, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(
      or(inArray(orders.state, ['on-hold', 'disputed']), and(eq(orders.state, 'refunded'), isNotNull(orders.failure))),
    )
    .groupBy(orders.state)
    .orderBy(asc(orders.state))
  return rows as { state: OrderAttentionState; count: number }[]
}

/** Months shown, including the current one. */
const months = 12

/** Sums the sales of each of the last months in London time, including months without an order. */
export function listMonthsOfSales(db: Database): Promise<MonthOfSales[]> {
  const thisMonth = sql`date_trunc('month', now() AT TIME ZONE 'Europe/London')`
  const first = sql`(${thisMonth} - ${months - 1}::int * interval '1 month')`
  return queryRows(
    db,
    sql`
      WITH sales AS (
        SELECT date_trunc('month', paid_at AT TIME ZONE 'Europe/London') AS month,
          count(*) AS orders, sum(total) AS sold, sum(refunded) AS refunded
        FROM orders WHERE paid_at >= ${first} AT TIME ZONE 'Europe/London'
        GROUP BY 1
      )
      SELECT to_char(months.month, 'YYYY-MM') AS month, coalesce(orders, 0)::int AS orders,
        coalesce(sold, 0)::int AS sold, coalesce(refunded, 0)::int AS refunded
      FROM generate_series(${first}, ${thisMonth}, interval '1 month') AS months (month) LEFT JOIN sales USING (month)
      ORDER BY months.month`,
  )
}
