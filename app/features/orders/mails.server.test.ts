import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { JobDefinition } from '#app/platform/.server/jobs/jobs.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createOrder, sampleItem, sampleShipment } from '#tests/factories/orders.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { signedOrderPath } from './links.server.ts'
import * as mailDefinitions from './mails.server.ts'
import {
  sendOrderCancelledMail,
  sendOrderConfirmedMail,
  sendOrderRefundedMail,
  sendOrderShippedMail,
} from './mails.server.ts'
import { orders } from './tables.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'orders', 'sent_mails', 'captured_mails')
  await db.execute(sql`DELETE FROM pgboss.job`)
})

/** Queues a mail as often as is said, and carries each job out twice; the mails that came of it, oldest first. */
async function mailsOf<Data extends object>(kind: JobDefinition<Data>, told: Data[], on: Platform = platform) {
  for (const data of told) await platform.jobs.enqueue(db, kind, data)
  expect(await emptyQueue(on, Object.values(mailDefinitions))).toEqual([])
  const mails = await listCapturedMails(db, 10)
  // Lines break where they are full.
  return mails.reverse().map((mail) => ({ ...mail, plainText: mail.plainText.replace(/\s+/g, ' ') }))
}

const linkTo = (id: string) => platform.publicUrl + signedOrderPath(platform.secret, id)

test('a paid order is confirmed once, with all that the law has us put in writing', async () => {
  const { id, number } = await createOrder(db, {
    number: 'MU-7K3QXW',
    items: [
      { ...sampleItem, quantity: 2 },
      { ...sampleItem, variantId: 5, name: 'A mug', size: null, color: null, amount: 1_200 },
    ],
    tax: 0,
  })
  const mails = await mailsOf(sendOrderConfirmedMail, [{ orderId: id }, { orderId: id }])
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: 'alex@sample.example', subject: `Your order ${number}` })
  const text = mails[0]?.plainText ?? ''
  for (const words of [
    '2 × Sample shirt, M, Navy: £49.00',
    '1 × A mug: £12.00',
    'Items: £61.00',
    'Delivery, Standard delivery: £3.99',
    'Paid: £64.99',
    '1 Sample Street',
    'United Kingdom',
    'arrives 6–8 business days after leaving the printer',
    'You can cancel your order up to 14 days after you receive the last item',
    'I/We hereby give notice that I/We cancel',
    'write to us within 7 days',
    linkTo(id),
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('demonstration')
})

test('a demonstration says so', async () => {
  const { id } = await createOrder(db)
  const demo = { ...platform, shop: { ...platform.shop, isDemo: true } }
  const [mail] = await mailsOf(sendOrderConfirmedMail, [{ orderId: id }], demo)
  expect(mail?.plainText).toContain('This shop is a demonstration: nothing was charged')
})

test('each parcel is told of once, with the way to follow it', async () => {
  const second = { ...sampleShipment, id: 502, trackingNumber: 'SAMPLE0002GB', trackingUrl: '' }
  const { id } = await createOrder(db, { state: 'shipped', shipments: [sampleShipment, second] })
  const told = [501, 501, 502, 999].map((shipmentId) => ({ orderId: id, shipmentId }))
  const mails = await mailsOf(sendOrderShippedMail, told)
  expect(mails.map(({ plainText }) => /SAMPLE\d+GB/.exec(plainText)?.[0])).toEqual(['SAMPLE0001GB', 'SAMPLE0002GB'])
  expect(mails[0]?.plainText).toContain(sampleShipment.trackingUrl)
  expect(mails[0]?.plainText).toContain('Royal Mail, Tracked 48')
  expect(mails[1]?.plainText).toContain(linkTo(id))
})

test('each refund is told of once, by what is back in all', async () => {
  const { id } = await createOrder(db)
  const told = [500, 500, 2_849].map((refunded) => ({ orderId: id, refunded }))
  const mails = await mailsOf(sendOrderRefundedMail, told)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.plainText).toContain('We have now refunded £5.00 of the £28.49 you paid.')
  expect(mails[1]?.plainText).toContain('We have refunded all of the £28.49 you paid.')
})

test('a cancelled order is told of once, with what becomes of the money', async () => {
  const { id } = await createOrder(db, { state: 'cancelled' })
  const mails = await mailsOf(sendOrderCancelledMail, [{ orderId: id }, { orderId: id }])
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plainText).toContain('We will refund the £28.49 you paid')
})

test('nobody is written to of an order whose buyer is known no more, or that is gone', async () => {
  const { id } = await createOrder(db)
  await db.update(orders).set({ email: null }).where(eq(orders.id, id))
  const gone = '0199a3f2-0000-4000-8000-000000000001'
  expect(await mailsOf(sendOrderConfirmedMail, [{ orderId: id }, { orderId: gone }])).toEqual([])
})

test('what a buyer is called stands in a mail as text', async () => {
  const { id } = await createOrder(db, { name: '<img src=x>' })
  const [mail] = await mailsOf(sendOrderConfirmedMail, [{ orderId: id }])
  expect(mail?.html).toContain('&lt;img src=x&gt;')
  expect(mail?.html).not.toContain('<img src=x>')
})
