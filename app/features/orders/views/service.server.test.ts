import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder, sampleAddress, sampleItem, sampleShipment } from '#tests/factories/orders.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { isValidOrderLinkKey, signedOrderPath } from '../links.server.ts'
import { getOrderForMemberOrLinkHolder, getOwnOrders } from './service.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'users', 'orders')
})

const keyOf = (id: string) => new URL(signedOrderPath(platform.secret, id), 'http://a').searchParams.get('key')

describe('an order', () => {
  test('of an older release is read with defaults, and a damaged one is an error', async () => {
    const { id } = await createOrder(db)
    const reader = { actor: null, key: keyOf(id) }
    await db.execute(sql`UPDATE orders SET shipments = '[{"id": 7, "carrier": "Sample Post", "weight": 2}]',
      address = '{"line1": "1 Sample Street", "city": "York", "country": "GB"}'`)
    const order = await getOrderForMemberOrLinkHolder(platform, reader, id)
    expect(order?.shipments).toMatchObject([{ id: 7, carrier: 'Sample Post', trackingNumber: '', shippedAt: null }])
    expect(order?.address).toMatchObject({ line1: '1 Sample Street', line2: null, phone: null })
    await db.execute(sql`UPDATE orders SET shipments = '{"id": 7}'`)
    await expect(getOrderForMemberOrLinkHolder(platform, reader, id)).rejects.toThrow(
      'the column shipments cannot be read',
    )
  })

  test('is open to whoever has its link, and to nobody with another key', async () => {
    const { id } = await createOrder(db)
    const other = await createOrder(db)
    expect((await getOrderForMemberOrLinkHolder(platform, { actor: null, key: keyOf(id) }, id))?.id).toBe(id)
    for (const key of [null, '', 'x'.repeat(43), keyOf(other.id), `${keyOf(id)}x`]) {
      expect(await getOrderForMemberOrLinkHolder(platform, { actor: null, key }, id)).toBeNull()
    }
    const elsewhere = { db, secret: new SigningSecret('another secret, of another installation') }
    expect(await getOrderForMemberOrLinkHolder(elsewhere, { actor: null, key: keyOf(id) }, id)).toBeNull()
  })

  test('is open to the member whose it is, without a key, and to no other', async () => {
    const member = await createMember(db)
    const other = await createMember(db)
    const { id } = await createOrder(db, { profileId: member.userId })
    expect((await getOrderForMemberOrLinkHolder(platform, { actor: actorOf(member.userId), key: null }, id))?.id).toBe(
      id,
    )
    expect(await getOrderForMemberOrLinkHolder(platform, { actor: actorOf(other.userId), key: null }, id)).toBeNull()
    const ofNobody = await createOrder(db)
    expect(
      await getOrderForMemberOrLinkHolder(platform, { actor: actorOf(member.userId), key: null }, ofNobody.id),
    ).toBeNull()
  })

  test('is not there under what is no id', async () => {
    expect(await getOrderForMemberOrLinkHolder(platform, { actor: null, key: 'x' }, 'no-id')).toBeNull()
    expect(isValidOrderLinkKey(platform.secret, 'no-id', keyOf('no-id'))).toBe(false)
    expect(
      await getOrderForMemberOrLinkHolder(
        platform,
        { actor: null, key: keyOf('0199a3f2-0000-4000-8000-000000000001') },
        randomUUID(),
      ),
    ).toBeNull()
  })

  test('shows its items, amounts, address and parcels', async () => {
    const { id, number } = await createOrder(db, {
      state: 'shipped',
      items: [
        { ...sampleItem, quantity: 2 },
        {
          ...sampleItem,
          variantId: 9,
          name: 'A mug',
          size: null,
          color: null,
          amount: 1_200,
          image: 'https://elsewhere.example/x.png',
        },
      ],
    })
    const order = await getOrderForMemberOrLinkHolder(platform, { actor: null, key: keyOf(id) }, id)
    expect(order).toMatchObject({
      number,
      state: 'shipped',
      subtotal: 6_100,
      shipping: 399,
      total: 6_499,
      name: 'Alex Example',
      address: sampleAddress,
      shipments: [{ trackingNumber: sampleShipment.trackingNumber, shippedAt: new Date(sampleShipment.shippedAt) }],
    })
    expect(order?.items.map(({ name, quantity, image }) => [name, quantity, image])).toEqual([
      ['A mug', 1, null],
      ['Sample shirt', 2, null],
    ])
  })

  test("a carrier's page is a web address, or there is none", async () => {
    const { id } = await createOrder(db, {
      state: 'shipped',
      shipments: [{ ...sampleShipment, trackingUrl: 'javascript:alert(1)', shippedAt: 'some day' }],
    })
    const order = await getOrderForMemberOrLinkHolder(platform, { actor: null, key: keyOf(id) }, id)
    expect(order?.shipments[0]).toMatchObject({ trackingUrl: null, shippedAt: null })
  })
})

describe("a member's orders", () => {
  test('are their own alone, newest first, without those that ended unpaid', async () => {
    const { userId } = await createMember(db)
    const other = await createMember(db)
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    const first = await createOrder(db, { profileId: userId, createdAt: at(1) })
    const second = await createOrder(db, {
      profileId: userId,
      createdAt: at(2),
      items: [sampleItem, { ...sampleItem, variantId: 7, name: 'Another shirt', quantity: 2 }],
    })
    await createOrder(db, { profileId: userId, createdAt: at(3), state: 'expired' })
    await createOrder(db, { profileId: other.userId })
    await createOrder(db)
    const orders = await getOwnOrders(platform, actorOf(userId))
    expect(orders.map(({ id, itemCount, firstItem }) => [id, itemCount, firstItem])).toEqual([
      [second.id, 3, 'Another shirt'],
      [first.id, 1, 'Sample shirt'],
    ])
    expect(await getOwnOrders(platform, actorOf(userId), 1)).toHaveLength(1)
  })

  test('are for members', () => {
    expect(() => getOwnOrders(platform, null)).toThrow(SignInRequiredError)
  })
})
