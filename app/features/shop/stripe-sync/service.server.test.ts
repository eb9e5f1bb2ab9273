import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  ActionNotAllowedError,
  type Actor,
  type Role,
  SignInRequiredError,
} from '#app/platform/.server/security/actor.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createProduct, variantOf } from '#tests/factories/products.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import type { SyncedProductVariant } from '../model.ts'
import { shopProducts, shopStripePrices, shopSyncs } from '../tables.server.ts'
import { stripeSyncToast } from './model.ts'
import { syncProductsWithStripe } from './service.server.ts'

let platform: Platform
let stripe: StripeSimulator

beforeEach(async () => {
  stripe = await startStripeSimulator()
  platform = { ...opened, shop: { ...opened.shop, paymentProvider: paymentsAt(stripe) } }
  await emptyTables(platform.db, 'shop_products', 'shop_stripe_prices', 'shop_syncs')
})
afterEach(() => stripe.stop())

function paymentsAt({ url, secretKey, webhookSecret }: StripeSimulator) {
  return openPaymentProvider({ url, secretKey, webhookSecret, tax: false }, { retries: 0 })
}

const staff = (role: Role): Actor => ({ ...actorOf(randomUUID()), role, isStaff: true })
const admin = staff('Admin')

const prices = () => [...stripe.store.prices.values()]
const inUse = () =>
  prices()
    .filter(({ active }) => active)
    .map(({ unit_amount }) => unit_amount)
    .sort()
const written = () => platform.db.select().from(shopStripePrices)
const setVariants = (syncVariants: SyncedProductVariant[]) => platform.db.update(shopProducts).set({ syncVariants })

test.each([
  ['nobody', null, SignInRequiredError],
  ['a member', actorOf(randomUUID()), ActionNotAllowedError],
  ['a reviewer', staff('Reviewer'), ActionNotAllowedError],
])('%s may not sync with Stripe', async (_, actor, refusal) => {
  await createProduct(platform.db)
  await expect(syncProductsWithStripe(platform, actor)).rejects.toThrow(refusal)
  expect(stripe.requests).toEqual([])
})

describe('a sync', () => {
  // spec: 172.1
  test('makes the products we sell and their prices once, and counts products', async () => {
    const [small, large] = [variantOf(), variantOf({ retail_price: '26.00' })]
    const shirt = await createProduct(platform.db, { syncVariants: [small, large] })
    const mug = await createProduct(platform.db, {
      name: 'Sample mug',
      syncVariants: [variantOf({ retail_price: '9.99' })],
    })
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 2, existing_count: 0 })
    expect([...stripe.store.products.values()].map(({ id, name }) => [id, name]).sort()).toEqual(
      [
        [`muster-${shirt.id}`, 'Sample T-shirt'],
        [`muster-${mug.id}`, 'Sample mug'],
      ].sort(),
    )
    expect(inUse()).toEqual([2_450, 2_600, 999])
    expect((await written()).find(({ variantId }) => variantId === small.id)).toMatchObject({
      amount: 2_450,
      stripePriceId: prices().find(({ lookup_key }) => lookup_key === `muster-${small.id}-2450`)?.id,
    })

    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 0, existing_count: 2 })
    expect([stripe.store.products.size, stripe.store.prices.size]).toEqual([2, 3])
  })

  test('leaves out what is not sold: not synced, refused, in other money, without a price, gone', async () => {
    await createProduct(platform.db, {
      syncVariants: [
        variantOf({ synced: false }),
        variantOf({ refused: 'Priced in EUR' }),
        variantOf({ currency: 'EUR' }),
        variantOf({ retail_price: '0.00' }),
      ],
    })
    await createProduct(platform.db, { removedAt: new Date() })
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 0, existing_count: 0 })
    expect(stripe.store.products.size).toBe(0)
  })

  test('makes a changed price anew and puts the one before out of use, as it does with that of a variant gone', async () => {
    const [small, large] = [variantOf(), variantOf({ retail_price: '26.00' })]
    await createProduct(platform.db, { syncVariants: [small, large] })
    await syncProductsWithStripe(platform, admin)
    await setVariants([{ ...small, retail_price: '25.00' }])
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 1, existing_count: 0 })
    expect(inUse()).toEqual([2_500])
    expect(await written()).toMatchObject([{ variantId: small.id, amount: 2_500 }])
    await setVariants([small, large])
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 0, existing_count: 1 })
    expect(inUse()).toEqual([2_450, 2_600])
    expect(stripe.store.prices.size).toBe(3)
  })

  test('that broke off goes on where it was, and says so to admins until it has succeeded', async () => {
    await createProduct(platform.db, { syncVariants: [variantOf(), variantOf({ retail_price: '26.00' })] })
    const payments = paymentsAt(stripe)
    let made = 0
    platform.shop = {
      ...platform.shop,
      paymentProvider: {
        ...payments,
        ensurePrice: (price) => {
          made += 1
          if (made === 2) stripe.failNext('error')
          return payments.ensurePrice(price)
        },
      },
    }
    expect(await syncProductsWithStripe(platform, admin)).toEqual({
      error: 'Stripe cannot be reached. Try again later.',
    })
    const [before] = await platform.db.select().from(shopSyncs)
    expect(before).toMatchObject({ kind: 'stripe', succeededAt: null, failure: expect.stringContaining('Stripe') })
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 1, existing_count: 0 })
    expect([stripe.store.products.size, stripe.store.prices.size]).toEqual([1, 2])
    const [after] = await platform.db.select().from(shopSyncs)
    expect(after).toMatchObject({ succeededAt: expect.any(Date), failure: null })
  })

  test('with another account makes everything there, whatever was written down of the one before', async () => {
    await createProduct(platform.db)
    await syncProductsWithStripe(platform, admin)
    const [before] = await written()
    const other = await startStripeSimulator()
    platform.shop = { ...platform.shop, paymentProvider: paymentsAt(other) }
    expect(await syncProductsWithStripe(platform, admin)).toEqual({ success: true, synced_count: 1, existing_count: 0 })
    expect((await written()).map(({ stripePriceId }) => stripePriceId)).toEqual([...other.store.prices.keys()])
    expect(other.store.prices.has(before?.stripePriceId ?? '')).toBe(false)
    await other.stop()
  })

  test('by two admins at once makes nothing twice', async () => {
    await createProduct(platform.db, { syncVariants: [variantOf(), variantOf()] })
    await Promise.all([syncProductsWithStripe(platform, admin), syncProductsWithStripe(platform, staff('Admin'))])
    expect([stripe.store.products.size, stripe.store.prices.size]).toEqual([1, 2])
    expect(await written()).toHaveLength(2)
  })

  test('gives Stripe the picture where Stripe can fetch it', async () => {
    const { id } = await createProduct(platform.db, { thumbnailUrl: '12/picture.webp' })
    await syncProductsWithStripe(platform, admin)
    expect(stripe.store.products.get(`muster-${id}`)?.images).toEqual([])
    await syncProductsWithStripe({ ...platform, publicUrl: 'https://muster.example' }, admin)
    expect(stripe.store.products.get(`muster-${id}`)?.images).toEqual([
      'https://muster.example/files/shop/12/picture.webp',
    ])
  })

  test('needs Stripe', async () => {
    expect(await syncProductsWithStripe(opened, admin)).toEqual({ error: 'Stripe is not set up.' })
  })
})

// spec: 197.1, 205.9
test('an admin is told the counts, or what went wrong', () => {
  expect(stripeSyncToast({ success: true, synced_count: 1, existing_count: 7 })).toEqual({
    title: 'Products synced successfully!',
    description: '1 product synced, 7 already up to date.',
  })
  expect(stripeSyncToast({ error: '' })).toEqual({
    title: 'Sync failed',
    description: 'Failed to sync products with Stripe',
    bad: true,
  })
})
