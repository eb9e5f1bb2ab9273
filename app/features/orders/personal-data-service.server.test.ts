import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { emptyTables } from '#tests/empty-tables.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder, sampleAddress } from '#tests/factories/orders.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { reconcileOrders } from './reconciliation/service.server.ts'
import { orders } from './tables.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'users', 'orders', 'captured_mails')
})

const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
const forgotten = { profileId: null, email: null, name: null, address: null, cartId: null }

test('a copy holds orders, of the member alone', async () => {
  const { userId } = await createMember(db)
  const other = await createMember(db)
  const { number } = await createOrder(db, { profileId: userId, state: 'shipped' })
  await createOrder(db, { profileId: other.userId })
  const { records } = await collectPersonalData(db, userId)
  expect(records).toMatchObject({
    orders: [
      {
        number,
        email: 'alex@sample.example',
        name: 'Alex Example',
        address: sampleAddress,
        items: [{ name: 'Sample shirt' }],
      },
    ],
  })
  expect(await describePersonalData(db, userId)).toEqual([
    expect.stringMatching(/^your name, email and address on 1 order\. /),
  ])
})

test('of a member who bought nothing there is nothing to say', async () => {
  const { userId } = await createMember(db)
  expect(await collectPersonalData(db, userId)).toEqual({ records: {}, files: [] })
  expect(await describePersonalData(db, userId)).toEqual([])
})

test('orders are kept without whoever left', async () => {
  const { userId } = await createMember(db)
  const other = await createMember(db)
  const own = await createOrder(db, { profileId: userId, state: 'shipped' })
  const ofOther = await createOrder(db, { profileId: other.userId })
  const ofVisitor = await createOrder(db)
  await db.execute(
    sql`INSERT INTO captured_mails (recipient, subject, html, plain_text) VALUES ('alex@sample.example', '', '', '')`,
  )
  expect(await db.transaction((transaction) => erasePersonalData(transaction, userId))).toEqual([])
  expect(await rowOf(own.id)).toMatchObject({ ...forgotten, number: own.number, total: 2_849, state: 'shipped' })
  expect(await rowOf(ofOther.id)).toMatchObject({ name: 'Alex Example', profileId: other.userId })
  expect(await rowOf(ofVisitor.id)).toMatchObject({ name: 'Alex Example', email: 'alex@sample.example' })
  const { rows } = await db.execute(sql`SELECT 1 FROM captured_mails`)
  expect(rows).toEqual([])
})

test('a buyer without an account is forgotten once nothing can be claimed any more, and a member is not', async () => {
  const { userId } = await createMember(db)
  const day = (age: string) => sql`now() - ${age}::interval`
  const old = await createOrder(db, { state: 'shipped' })
  const recent = await createOrder(db, { state: 'shipped' })
  const ofMember = await createOrder(db, { state: 'shipped', profileId: userId })
  await db
    .update(orders)
    .set({ paidAt: day('7 years') })
    .where(inArray(orders.id, [old.id, ofMember.id]))
  await db
    .update(orders)
    .set({ paidAt: day('5 years 11 months') })
    .where(eq(orders.id, recent.id))
  await reconcileOrders(platform, '2026-11-21T12:00:00.000Z')
  expect(await rowOf(old.id)).toMatchObject({ email: null, name: null, address: null, number: old.number })
  for (const { id } of [recent, ofMember]) expect(await rowOf(id)).toMatchObject({ name: 'Alex Example' })
})

test('an order that is paid and not printed keeps where it goes until the printer has it', async () => {
  const { userId } = await createMember(db)
  const { id } = await createOrder(db, { profileId: userId, state: 'paid' })
  await db.transaction((transaction) => erasePersonalData(transaction, userId))
  expect(await rowOf(id)).toMatchObject({ profileId: null, email: null, name: 'Alex Example', address: sampleAddress })
  await reconcileOrders(platform, '2026-11-21T12:00:00.000Z')
  expect(await rowOf(id)).toMatchObject({ name: 'Alex Example', address: sampleAddress })
  await db.update(orders).set({ state: 'sent-to-print' }).where(eq(orders.id, id))
  await reconcileOrders(platform, '2026-11-21T12:10:00.000Z')
  expect(await rowOf(id)).toMatchObject(forgotten)
})
