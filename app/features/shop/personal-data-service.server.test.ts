import { beforeEach, expect } from 'vitest'
import { emptyTables } from '#tests/empty-tables.ts'
import { createMember } from '#tests/factories/members.ts'
import { db, test } from '#tests/platform-test.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { cartItems, carts } from './tables.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'users', 'carts')
})

async function fillCart(profileId: string): Promise<void> {
  const [cart] = await db.insert(carts).values({ profileId }).returning({ id: carts.id })
  await db
    .insert(cartItems)
    .values({ cartId: cart?.id ?? '', productId: 12, variantId: 3401, quantity: 2, shownAmount: 2_450 })
}

test('a copy holds what is in the cart', async () => {
  const { userId } = await createMember(db)
  await fillCart(userId)
  expect(await collectPersonalData(db, userId)).toMatchObject({ records: { cart: [{ variantId: 3401, quantity: 2 }] } })
  expect(await describePersonalData(db, userId)).toEqual(['your cart'])
})

test('of a member who chose nothing there is nothing to say', async () => {
  const { userId } = await createMember(db)
  expect(await collectPersonalData(db, userId)).toEqual({ records: {}, files: [] })
  expect(await describePersonalData(db, userId)).toEqual([])
})

test("the cart of whoever leaves goes, and nobody else's", async () => {
  const { userId } = await createMember(db)
  const other = await createMember(db)
  await fillCart(userId)
  await fillCart(other.userId)
  expect(await db.transaction((transaction) => erasePersonalData(transaction, userId))).toEqual([])
  expect(await db.select({ profileId: carts.profileId }).from(carts)).toEqual([{ profileId: other.userId }])
  expect(await db.$count(cartItems)).toBe(1)
})
