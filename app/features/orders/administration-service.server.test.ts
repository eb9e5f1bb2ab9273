import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { encodeKeysetCursor, parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder, sampleItem } from '#tests/factories/orders.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import {
  getAdministeredOrder,
  getAdminOrdersSummary,
  getOrdersForStaff,
  requestOrderRefundAsAdmin,
  retryOrderPrint,
} from './administration-service.server.ts'
import { refundOrderJob, sendOrderToPrintJob } from './jobs.server.ts'
import type { OrderState } from './model.ts'
import type { OrderRefundInput } from './payment/refund-form-schema.ts'
import { orders } from './tables.server.ts'

let admin: Actor

beforeEach(async () => {
  await emptyTables(db, 'users', 'orders', 'audit_events')
  await db.execute(sql`DELETE FROM pgboss.job`)
  const { userId } = await createMember(db, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
  admin = { ...actorOf(userId), role: 'Admin', isStaff: true }
})

const first = parseKeysetPageRequest(new URLSearchParams())
const everything = { term: null, state: null }
const stateOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
const refundOf = (given: Partial<OrderRefundInput> = {}): OrderRefundInput => ({
  key: randomUUID(),
  amount: 500,
  reason: 'goodwill',
  ...given,
})

// spec: 74.3
test('everything here is for admins alone', async () => {
  const { id } = await createOrder(db, { state: 'on-hold' })
  const reviewer: Actor = { ...admin, role: 'Reviewer' }
  const asks = [
    async (actor: Actor | null) => getOrdersForStaff(platform, actor, everything, first),
    async (actor: Actor | null) => getAdminOrdersSummary(platform, actor),
    async (actor: Actor | null) => getAdministeredOrder(platform, actor, id),
    async (actor: Actor | null) => retryOrderPrint(platform, actor, id),
    async (actor: Actor | null) => requestOrderRefundAsAdmin(platform, actor, id, refundOf()),
  ]
  for (const ask of asks) {
    await expect(ask(null)).rejects.toThrow(SignInRequiredError)
    await expect(ask(reviewer)).rejects.toThrow(ActionNotAllowedError)
    await expect(ask({ ...admin, role: 'Member', isStaff: false })).rejects.toThrow(ActionNotAllowedError)
  }
  expect(await stateOf(id)).toMatchObject({ state: 'on-hold', refunded: 0 })
  expect(await listJobs(db)).toEqual([])
})

describe('the list of orders', () => {
  const numbersOf = async (filter: { term?: string; state?: OrderState }) =>
    (await getOrdersForStaff(platform, admin, { ...everything, ...filter }, first)).rows
      .map(({ number }) => number)
      .sort()

  test('is searched by number, email and name, whatever the case and accents', async () => {
    await createOrder(db, { number: 'MU-AAAAAA', name: 'Zoë Sample', email: 'zoe@sample.example' })
    await createOrder(db, { number: 'MU-BBBBBB', name: 'Alex Example', email: 'alex_100%@sample.example' })
    await createOrder(db, { number: 'MU-CCCCCC', state: 'awaiting-payment' })
    expect(await numbersOf({ term: 'mu-aaa' })).toEqual(['MU-AAAAAA'])
    expect(await numbersOf({ term: 'zoe S' })).toEqual(['MU-AAAAAA'])
    expect(await numbersOf({ term: 'ALEX_100%' })).toEqual(['MU-BBBBBB'])
    expect(await numbersOf({ term: 'sample.example' })).toEqual(['MU-AAAAAA', 'MU-BBBBBB'])
    expect(await numbersOf({ term: 'x_0' })).toEqual([])
    expect(await numbersOf({})).toHaveLength(3)
  })

  test('is narrowed to a state', async () => {
    await createOrder(db, { number: 'MU-AAAAAA', state: 'on-hold' })
    await createOrder(db, { number: 'MU-BBBBBB', state: 'paid' })
    expect(await numbersOf({ state: 'on-hold' })).toEqual(['MU-AAAAAA'])
    expect(await numbersOf({ state: 'paid', term: 'MU' })).toEqual(['MU-BBBBBB'])
  })

  test('leaves out what came to nothing, unless it is asked for, and calls it so', async () => {
    const paid = await createOrder(db, { number: 'MU-AAAAAA', state: 'cancelled' })
    await createOrder(db, { number: 'MU-BBBBBB', state: 'cancelled', paidAt: null, name: null, email: null })
    await createOrder(db, { number: 'MU-CCCCCC', state: 'expired' })
    expect(await numbersOf({})).toEqual(['MU-AAAAAA'])
    expect(await numbersOf({ state: 'cancelled' })).toEqual(['MU-AAAAAA'])
    expect(await numbersOf({ state: 'expired' })).toEqual(['MU-BBBBBB', 'MU-CCCCCC'])
    expect(await numbersOf({ term: 'mu-bbb' })).toEqual(['MU-BBBBBB'])
    const { rows } = await getOrdersForStaff(platform, admin, { ...everything, term: 'MU' }, first)
    for (const { id, state } of rows) expect(state).toBe(id === paid.id ? 'cancelled' : 'expired')
  })

  test('goes on by pages, newest first, and back, each order once', async () => {
    const moment = new Date('2026-11-01T12:00:00Z')
    for (let count = 0; count < 53; count += 1) await createOrder(db, { createdAt: moment })
    const newest = await createOrder(db)
    const one = await getOrdersForStaff(platform, admin, everything, first)
    expect(one.rows).toHaveLength(50)
    expect(one.rows[0]?.id).toBe(newest.id)
    expect(one.previous).toBeNull()
    const two = await getOrdersForStaff(platform, admin, everything, { after: one.next, before: null })
    expect(two.rows).toHaveLength(4)
    expect(two.next).toBeNull()
    expect(new Set([...one.rows, ...two.rows].map(({ id }) => id)).size).toBe(54)
    const back = await getOrdersForStaff(
      platform,
      admin,
      everything,
      parseKeysetPageRequest(new URLSearchParams({ before: encodeKeysetCursor(two.previous ?? { at: '0', id: '' }) })),
    )
    expect(back.rows).toEqual(one.rows)
  })
})

describe('how orders are doing', () => {
  // spec: 74.3
  test('says what was sold in each of twelve months, by the clocks of London, and what of it went back', async () => {
    const before = await getAdminOrdersSummary(platform, admin)
    expect(before.months).toHaveLength(12)
    expect(before.months.every(({ orders: count }) => count === 0)).toBe(true)
    const now = new Date()
    await createOrder(db, { paidAt: now })
    await createOrder(db, { paidAt: now, state: 'refunded' })
    await createOrder(db, { state: 'awaiting-payment' })
    await createOrder(db, { paidAt: new Date(now.getTime() - 400 * 86_400_000) })
    // Half past eleven in the evening of 30 June in UTC is July in London.
    const year = now.getUTCMonth() > 6 ? now.getUTCFullYear() : now.getUTCFullYear() - 1
    await createOrder(db, {
      paidAt: new Date(Date.UTC(year, 5, 30, 23, 30)),
      items: [{ ...sampleItem, amount: 10_000 }],
    })
    const { months } = await getAdminOrdersSummary(platform, admin)
    expect(months.at(-1)).toMatchObject({ orders: 2, sold: 5_698, refunded: 2_849 })
    expect(months.find(({ month }) => month === `${year}-07`)).toMatchObject({ sold: 10_399 })
    expect(months.reduce((sum, { orders: count }) => sum + count, 0)).toBe(3)
  })

  test('says what somebody has to look at', async () => {
    await createOrder(db, { state: 'on-hold' })
    await createOrder(db, { state: 'on-hold' })
    await createOrder(db, { state: 'disputed' })
    await createOrder(db, { state: 'refunded' })
    await createOrder(db, { state: 'refunded', failure: 'The printer has it' })
    await createOrder(db)
    const { toLookAt } = await getAdminOrdersSummary(platform, admin)
    expect(toLookAt).toEqual([
      { state: 'disputed', count: 1 },
      { state: 'on-hold', count: 2 },
      { state: 'refunded', count: 1 },
    ])
  })
})

describe('sending to the printer again', () => {
  test('lets an order that is on hold go on, once however often it is pressed, and writes down who did it', async () => {
    const { id } = await createOrder(db, { state: 'on-hold', failure: 'The printer refused the address' })
    const results = await Promise.all([retryOrderPrint(platform, admin, id), retryOrderPrint(platform, admin, id)])
    expect(results.sort()).toEqual(['done', 'unchanged'])
    expect(await stateOf(id)).toMatchObject({ state: 'paid', failure: null })
    expect((await listJobs(db)).map(({ name, data }) => [name, data])).toEqual([
      [sendOrderToPrintJob.name, { orderId: id }],
    ])
    const order = await getAdministeredOrder(platform, admin, id)
    expect(order?.events).toMatchObject([{ action: 'order.print-retried', by: 'Ann Admin' }])
  })

  test('is not for one that was never paid, nor for one that is not on hold', async () => {
    const unpaid = await createOrder(db, { state: 'on-hold', paidAt: null })
    const printed = await createOrder(db, { state: 'sent-to-print' })
    for (const { id } of [unpaid, printed]) expect(await retryOrderPrint(platform, admin, id)).toBe('unchanged')
    expect(await retryOrderPrint(platform, admin, randomUUID())).toBe('not-found')
    expect(await retryOrderPrint(platform, admin, 'no-id')).toBe('not-found')
    expect(await listJobs(db)).toEqual([])
  })
})

describe('paying back', () => {
  test('is asked for once under a key, and written down without a name', async () => {
    const { id } = await createOrder(db)
    const refund = refundOf({ amount: 500, reason: 'damaged' })
    expect(await Promise.all([1, 2, 3].map(() => requestOrderRefundAsAdmin(platform, admin, id, refund)))).toEqual(
      Array(3).fill('done'),
    )
    expect((await listJobs(db)).map(({ name, data }) => [name, data])).toEqual([
      [refundOrderJob.name, { orderId: id, amount: 500, key: refund.key }],
    ])
    const events = await db.select().from(auditEvents)
    expect(events).toMatchObject([
      { actorId: admin.userId, action: 'order.refund-asked', subjectType: 'order', subjectId: id },
    ])
    expect(events[0]?.detail).toEqual({ amount: 500, reason: 'damaged', key: refund.key })
    // Another form is another refund.
    expect(await requestOrderRefundAsAdmin(platform, admin, id, refundOf())).toBe('done')
    expect(await listJobs(db)).toHaveLength(2)
  })

  test('counts what is on its way: two at once never come to more than was paid', async () => {
    const { id } = await createOrder(db)
    const results = await Promise.all(
      [2_000, 2_000].map((amount) => requestOrderRefundAsAdmin(platform, admin, id, refundOf({ amount }))),
    )
    expect(results.sort()).toEqual(['done', 'too-much'])
    expect(await getAdministeredOrder(platform, admin, id)).toMatchObject({ refunded: 0, refundsRequested: 2_000 })
    expect(await requestOrderRefundAsAdmin(platform, admin, id, refundOf({ amount: 849 }))).toBe('done')
    expect(await requestOrderRefundAsAdmin(platform, admin, id, refundOf({ amount: 1 }))).toBe('unpaid')
  })

  test('is at most what is left, and nothing where nothing was paid', async () => {
    const partly = await createOrder(db, { refunded: 2_000 })
    expect(await requestOrderRefundAsAdmin(platform, admin, partly.id, refundOf({ amount: 850 }))).toBe('too-much')
    expect(await requestOrderRefundAsAdmin(platform, admin, partly.id, refundOf({ amount: 849 }))).toBe('done')
    const wholly = await createOrder(db, { state: 'refunded' })
    const unpaid = await createOrder(db, { state: 'awaiting-payment' })
    for (const { id } of [wholly, unpaid])
      expect(await requestOrderRefundAsAdmin(platform, admin, id, refundOf())).toBe('unpaid')
    expect(await requestOrderRefundAsAdmin(platform, admin, randomUUID(), refundOf())).toBe('not-found')
    expect(await requestOrderRefundAsAdmin(platform, admin, 'no-id', refundOf())).toBe('not-found')
    expect(await listJobs(db)).toHaveLength(1)
  })
})
