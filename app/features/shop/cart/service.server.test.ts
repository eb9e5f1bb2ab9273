import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { requestCounts } from '#app/platform/.server/database/tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createMember } from '#tests/factories/members.ts'
import { createProduct, variantOf } from '#tests/factories/products.ts'
import { platform, test } from '#tests/platform-test.ts'
import { deleteExpired } from '../personal-data-service.server.ts'
import { cartItems, carts, shopProducts } from '../tables.server.ts'
import type { CartChange } from './form-schema.ts'
import { cartLimits, cartProblems } from './model.ts'
import { type CartOwner, changeCart, mergeAndGetCart, mergeCartAfterSignIn } from './service.server.ts'

beforeEach(async () => {
  await platform.db.delete(carts)
  await platform.db.delete(shopProducts)
  await platform.db.delete(requestCounts)
})

const nobody: CartOwner = { actor: null, token: null, clientIp: '192.0.2.1' }
const visitor = (token: string | null): CartOwner => ({ ...nobody, token })

async function member(): Promise<CartOwner & { actor: NonNullable<CartOwner['actor']> }> {
  return { ...nobody, actor: actorOf((await createMember(platform.db)).userId) }
}

const change = (owner: CartOwner, requested: CartChange) => changeCart(platform, owner, requested)

/** A product with one variant at a price, and the change that puts it in. */
async function product(price = '24.50', given: Parameters<typeof variantOf>[0] = {}) {
  const variant = variantOf({ retail_price: price, ...given })
  const { id: productId, slug } = await createProduct(platform.db, { syncVariants: [variant] })
  const add = (quantity = 1): CartChange => ({ change: 'add', productId, variantId: variant.id, quantity })
  return { productId, variantId: variant.id, slug, itemId: `${productId}-${variant.id}`, add }
}

/** A visitor with something in their cart. */
async function begun() {
  const chosen = await product()
  const { token } = await change(nobody, chosen.add())
  return { ...chosen, owner: visitor(token) }
}

describe('a visitor', () => {
  test('is given a token with the first thing they choose, and finds it by that', async () => {
    const { add, itemId, slug } = await product()
    const { cart, token, problem } = await change(nobody, add(2))
    expect(problem).toBeNull()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(cart).toMatchObject({ itemCount: 2, total: 49, gone: [] })
    expect(cart.items).toEqual([
      expect.objectContaining({
        id: itemId,
        slug,
        price: 24.5,
        currency: 'GBP',
        size: 'M',
        color: 'Navy',
        quantity: 2,
      }),
    ])
    expect(await mergeAndGetCart(platform, visitor(token))).toEqual(cart)
    const again = await change(visitor(token), add())
    expect(again).toMatchObject({ token: null, cart: { id: cart.id, itemCount: 3 } })
  })

  test('finds nothing by another token, and one that leads nowhere is never taken up', async () => {
    const { add } = await begun()
    expect(await mergeAndGetCart(platform, visitor('made-up'))).toMatchObject({ id: null, items: [] })
    const { token } = await change(visitor('made-up'), add())
    expect(token).not.toBe('made-up')
    expect(token).not.toBeNull()
  })

  test('has a token of which only the hash is kept', async () => {
    const { owner } = await begun()
    const [row] = await platform.db.select().from(carts)
    expect(JSON.stringify(row)).not.toContain(owner.token)
  })

  test('begins so many carts in an hour, and no more', async () => {
    const { add } = await product()
    expect((await change(nobody, add())).problem).toBeNull()
    await platform.db.update(requestCounts).set({ count: 119 })
    expect((await change(nobody, add())).problem).toBeNull()
    expect((await change(nobody, add())).problem).toBe(cartProblems.tooOften)
    expect((await change({ ...nobody, clientIp: '192.0.2.2' }, add())).problem).toBeNull()
  })

  test('who left a cart behind has it thrown away after a month', async () => {
    const { owner } = await begun()
    await platform.db.update(carts).set({ updatedAt: sql`now() - interval '31 days'` })
    await deleteExpired(platform.db)
    expect(await mergeAndGetCart(platform, owner)).toMatchObject({ id: null })
  })
})

describe('what is in it', () => {
  // spec: 113.1
  test('is updated, floored at none, removed and cleared', async () => {
    const { owner, itemId } = await begun()
    const update = async (quantity: number) => (await change(owner, { change: 'update', itemId, quantity })).cart
    expect(await update(7)).toMatchObject({ itemCount: 7, total: 171.5 })
    expect(await update(-1)).toMatchObject({ itemCount: 0, items: [] })
    const other = await product('3.10')
    await change(owner, other.add(3))
    expect((await change(owner, { change: 'remove', itemId: other.itemId })).cart.items).toEqual([])
    await change(owner, other.add())
    expect((await change(owner, { change: 'clear' })).cart).toMatchObject({ items: [], itemCount: 0, total: 0 })
    expect(await platform.db.select().from(cartItems)).toEqual([])
  })

  test('stays in the order it was put in', async () => {
    const { owner, itemId } = await begun()
    const [second, third] = [await product('1.00'), await product('2.00')]
    await change(owner, second.add())
    await change(owner, third.add())
    const { cart } = await change(owner, { change: 'update', itemId, quantity: 4 })
    expect(cart.items.map(({ id }) => id)).toEqual([itemId, second.itemId, third.itemId])
  })

  // spec: 101.1
  test('costs what it costs now, and remembers what it did', async () => {
    const { owner, productId, variantId } = await begun()
    await platform.db
      .update(shopProducts)
      .set({ syncVariants: [variantOf({ id: variantId, retail_price: '30.00' })] })
      .where(eq(shopProducts.id, productId))
    expect(await mergeAndGetCart(platform, owner)).toMatchObject({
      total: 30,
      items: [{ amount: 3000, shownAmount: 2450 }],
    })
    const { cart } = await change(owner, { change: 'accept-prices' })
    expect(cart.items).toMatchObject([{ amount: 3000, shownAmount: 3000 }])
  })

  test.each([
    ['its product is gone', { removedAt: new Date() }],
    ['it is no longer a variant', { syncVariants: [variantOf()] }],
  ])('is shown as gone once %s, and counts for nothing', async (_why, given) => {
    const { owner, productId, itemId } = await begun()
    await platform.db.update(shopProducts).set(given).where(eq(shopProducts.id, productId))
    const seen = await mergeAndGetCart(platform, owner)
    expect(seen).toMatchObject({ items: [], itemCount: 0, total: 0, gone: [{ id: itemId, quantity: 1 }] })
    expect((await change(owner, { change: 'remove', itemId })).cart.gone).toEqual([])
  })

  test('is gone when its variant is synced no more, and is cleared with the rest', async () => {
    const { owner, productId, variantId } = await begun()
    await platform.db
      .update(shopProducts)
      .set({ syncVariants: [variantOf({ id: variantId, synced: false, name: 'Sample T-shirt / M' })] })
      .where(eq(shopProducts.id, productId))
    expect((await mergeAndGetCart(platform, owner)).gone).toMatchObject([{ name: 'Sample T-shirt / M' }])
    expect((await change(owner, { change: 'clear' })).cart.gone).toEqual([])
  })
})

describe('is refused, and leaves the cart as it was:', () => {
  // spec: 132.1
  test('no variant, where there are several', async () => {
    const { id: productId } = await createProduct(platform.db, { syncVariants: [variantOf(), variantOf()] })
    const { problem, cart, token } = await change(nobody, { change: 'add', productId, quantity: 1 })
    expect(problem).toMatchObject({
      title: 'Please select a variant',
      description: 'Choose a size, color, or variant before adding to cart.',
    })
    expect([cart.items, token]).toEqual([[], null])
    expect(await platform.db.select().from(carts)).toEqual([])
  })

  // spec: 132.1, 199.1
  test('nothing of it is synced', async () => {
    const { id: productId } = await createProduct(platform.db, { syncVariants: [variantOf({ synced: false })] })
    expect((await change(nobody, { change: 'add', productId, quantity: 1 })).problem).toMatchObject({
      title: 'Product not available',
      description: 'This product is not synced yet.',
    })
  })

  test('this variant is not synced, another is', async () => {
    const unsynced = variantOf({ synced: false })
    const { id: productId } = await createProduct(platform.db, { syncVariants: [variantOf(), unsynced] })
    const requested: CartChange = { change: 'add', productId, variantId: unsynced.id, quantity: 1 }
    expect((await change(nobody, requested)).problem).toBe(cartProblems.notSold)
  })

  test("a variant of another product's, and a product there is not", async () => {
    const [one, other] = [await product(), await product()]
    const requested: CartChange = { change: 'add', productId: one.productId, variantId: other.variantId, quantity: 1 }
    expect((await change(nobody, requested)).problem).toBe(cartProblems.notSold)
    expect((await change(nobody, { ...requested, productId: 999_999_999 })).problem).toBe(cartProblems.gone)
  })

  // spec: 132.1
  test.each([
    [0, cartProblems.badQuantity],
    [-1, cartProblems.badQuantity],
    [100, cartProblems.tooMany],
    [1e9, cartProblems.tooMany],
  ])('a quantity of %s', async (quantity, problem) => {
    const { owner, add } = await begun()
    expect(await change(owner, add(quantity))).toMatchObject({ problem, cart: { itemCount: 1 } })
  })

  test('more than 99 of one, in one go or by and by', async () => {
    const { owner, add, itemId } = await begun()
    expect((await change(owner, add(98))).problem).toBeNull()
    expect(await change(owner, add())).toMatchObject({ problem: cartProblems.tooMany, cart: { itemCount: 99 } })
    const update: CartChange = { change: 'update', itemId, quantity: 100 }
    expect(await change(owner, update)).toMatchObject({ problem: cartProblems.tooMany, cart: { itemCount: 99 } })
  })

  test('a line too many', async () => {
    const variants = Array.from({ length: cartLimits.lines + 1 }, () => variantOf())
    const { id: productId } = await createProduct(platform.db, { syncVariants: variants })
    const add = (index: number): CartChange => ({
      change: 'add',
      productId,
      variantId: variants[index]?.id ?? 0,
      quantity: 1,
    })
    const { token } = await change(nobody, add(0))
    for (let line = 1; line < cartLimits.lines; line += 1) await change(visitor(token), add(line))
    const last = await change(visitor(token), add(cartLimits.lines))
    expect(last).toMatchObject({ problem: cartProblems.tooManyLines, cart: { itemCount: cartLimits.lines } })
    expect((await change(visitor(token), add(0))).problem).toBeNull()
  })
})

describe('a member', () => {
  test('has one cart on all their devices, and no token', async () => {
    const owner = await member()
    const { add } = await product()
    expect((await change(owner, add())).token).toBeNull()
    expect((await mergeAndGetCart(platform, { ...owner, clientIp: '192.0.2.9' })).itemCount).toBe(1)
    expect((await mergeAndGetCart(platform, await member())).itemCount).toBe(0)
  })

  test('is handed what they chose before they signed in, once', async () => {
    const owner = await member()
    const shirt = await begun()
    const mug = await product('9.00')
    await change(owner, mug.add())
    await change(owner, shirt.add())
    await change(shirt.owner, shirt.add())
    const both = { ...owner, token: shirt.owner.token }
    const seen = await mergeAndGetCart(platform, both)
    expect(seen.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [mug.itemId, 1],
      [shirt.itemId, 3],
    ])
    expect(await mergeAndGetCart(platform, both)).toEqual(seen)
    expect(await mergeAndGetCart(platform, shirt.owner)).toMatchObject({ id: null })
  })

  test('is handed it with a change too, and where they had no cart of their own', async () => {
    const owner = await member()
    const { owner: before, itemId } = await begun()
    const { cart } = await change({ ...owner, token: before.token }, { change: 'update', itemId, quantity: 5 })
    expect(cart.itemCount).toBe(5)
    expect((await mergeCartAfterSignIn(platform, owner.actor, before.token ?? '')).itemCount).toBe(5)
  })

  test('has no more than the limits after that', async () => {
    const owner = await member()
    const { owner: before, add } = await begun()
    await change(before, add(89))
    await change(owner, add(60))
    expect((await mergeAndGetCart(platform, { ...owner, token: before.token })).itemCount).toBe(99)
  })

  test('loses nothing of what two tabs put in at the same moment', async () => {
    const owner = await member()
    const chosen = [await product('1.00'), await product('2.00'), await product('3.00')]
    await Promise.all(chosen.flatMap(({ add }) => [change(owner, add()), change(owner, add())]))
    const { items } = await mergeAndGetCart(platform, owner)
    expect(items.map(({ quantity }) => quantity)).toEqual([2, 2, 2])
  })

  test('is handed it once when two tabs sign in at the same moment', async () => {
    const owner = await member()
    const { owner: before, add } = await begun()
    await change(owner, add())
    const both = { ...owner, token: before.token }
    const seen = await Promise.all([
      mergeAndGetCart(platform, both),
      mergeAndGetCart(platform, both),
      change(both, add()),
    ])
    expect(seen).toHaveLength(3)
    expect((await mergeAndGetCart(platform, owner)).itemCount).toBe(3)
  })
})
