import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { productDescriptions } from '#app/features/content/service.server.ts'
import { pictureSizeStorageKey } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { type PrintfulSimulator, startPrintfulSimulator } from '#simulators/printful.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { printProduct, printVariant } from '#tests/factories/print-products.ts'
import { listJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { shopProducts, shopSyncs } from '../tables.server.ts'
import {
  getProductSyncStatuses,
  queueProductSyncIfDue,
  queueSyncOfChangedProduct,
  requestProductSync,
  syncProductFromPrintProvider,
  syncProductsFromPrintProvider,
} from './service.server.ts'
import { printWebhookEventTypes } from './webhook-service.server.ts'

let open: PlatformHandle
let platform: Platform
let db: Database
let simulator: PrintfulSimulator

beforeAll(async () => {
  simulator = await startPrintfulSimulator()
  const printer = openPrintProvider({ url: simulator.url, token: simulator.token, storeId: null })
  open = await openTestPlatform({ shop: { printProvider: printer, isDemo: true } })
  platform = open.platform
  db = platform.db
})
afterAll(async () => {
  await open.close()
  await simulator.stop()
})
beforeEach(async () => {
  await emptyTables(db, 'shop_products', 'shop_syncs')
  await db.execute(sql`DELETE FROM pgboss.job`)
  simulator.products.length = 0
  simulator.requests.length = 0
})

const kept = async (id: number) => (await db.select().from(shopProducts).where(eq(shopProducts.id, id)))[0]
const slugs = async () => (await db.select().from(shopProducts).orderBy(shopProducts.id)).map(({ slug }) => slug)
const lastSync = async () => (await db.select().from(shopSyncs))[0]
const queued = async (name: string) => (await listJobs(db)).filter((job) => job.name === name)

describe('all products', () => {
  // spec: 100.1
  test('are kept with their variants and prices, and what is refused with the reason', async () => {
    const variants = [
      printVariant({ id: 31, retail_price: '12.50', size: '350 ml', color: 'White', variant_id: 4_031 }),
      printVariant({ id: 32, name: 'In dollars', currency: 'USD', retail_price: '9.00' }),
      printVariant({ id: 33, name: 'Unfinished', synced: false }),
    ]
    simulator.products.push(printProduct({ id: 3, external_id: 'three', name: 'Enamel mug' }, variants))
    const descriptions = [{ product: 'Enamel mug', text: 'Steel under white enamel.' }]
    expect(await syncProductsFromPrintProvider(platform, descriptions)).toEqual({ products: 1, refused: 2 })
    expect(await kept(3)).toMatchObject({
      description: 'Steel under white enamel.',
      externalId: 'three',
      slug: 'enamel-mug',
      name: 'Enamel mug',
      variants: 3,
      synced: 1,
      price: '12.50',
      currency: 'GBP',
      removedAt: null,
      syncVariants: [
        {
          id: 31,
          retail_price: '12.50',
          catalogueId: 4_031,
          refused: null,
          options: [
            { id: 'size', value: '350 ml' },
            { id: 'color', value: 'White' },
          ],
        },
        { id: 32, refused: 'Priced in USD, not in pounds' },
        { id: 33, refused: 'Not synced at the provider' },
      ],
    })
    expect(await lastSync()).toMatchObject({
      kind: 'products',
      succeededAt: expect.any(Date),
      failure: null,
      refused: [
        { productId: 3, variantId: 32, name: 'In dollars', reason: 'Priced in USD, not in pounds' },
        { productId: 3, variantId: 33, name: 'Unfinished', reason: 'Not synced at the provider' },
      ],
    })
  })

  test('are brought up to date with what is said of them, and keep their address', async () => {
    const product = printProduct({ id: 4, name: 'Sample cap' })
    simulator.products.push(product)
    await syncProductsFromPrintProvider(platform, [{ product: 'Sample cap', text: 'As it was' }])
    product.sync_product.name = 'Field cap'
    product.sync_variants = [printVariant({ retail_price: '19.00' })]
    await syncProductsFromPrintProvider(platform, [{ product: 'Field cap', text: 'As it is' }])
    expect(await kept(4)).toMatchObject({
      slug: 'sample-cap',
      name: 'Field cap',
      price: '19.00',
      description: 'As it is',
    })
  })

  test('have addresses of their own', async () => {
    simulator.products.push(
      printProduct({ name: 'Cap' }),
      printProduct({ name: 'Cap' }),
      printProduct({ name: 'Cart' }),
    )
    await syncProductsFromPrintProvider(platform)
    expect(await slugs()).toEqual(['cap', 'cap-2', 'cart-product'])
  })

  test('that are gone or ignored there are kept as gone, and come back under their address', async () => {
    const [first, second] = [printProduct({ id: 5, name: 'One' }), printProduct({ id: 6, name: 'Two' })]
    simulator.products.push(first, second)
    await syncProductsFromPrintProvider(platform)
    simulator.products.length = 0
    simulator.products.push({ ...second, sync_product: { ...second.sync_product, is_ignored: true } })
    await syncProductsFromPrintProvider(platform)
    expect((await kept(5))?.removedAt).toBeInstanceOf(Date)
    expect((await kept(6))?.removedAt).toBeInstanceOf(Date)
    simulator.products.push(first)
    await syncProductsFromPrintProvider(platform)
    expect(await kept(5)).toMatchObject({ slug: 'one', removedAt: null })
  })

  test('have their pictures in our own store, in all sizes, encoded once', async () => {
    const address = `${simulator.url}/pictures/mug-Navy.png`
    const variant = printVariant({ files: [{ type: 'preview', url: address, preview_url: address }] })
    simulator.products.push(printProduct({ id: 7, thumbnail_url: address }, [variant]))
    await syncProductsFromPrintProvider(platform)
    const key = (await kept(7))?.thumbnailUrl ?? ''
    expect(key).toMatch(/^7\/[0-9a-f]{32}\.webp$/)
    expect((await kept(7))?.syncVariants[0]?.image).toBe(key)
    for (const width of [320, 640, 960]) {
      const file = await platform.storage.read('shop', pictureSizeStorageKey({ key, width: 960 }, width, 'webp'))
      expect(file?.contentType, `${width}`).toBe('image/webp')
    }
    await platform.storage.delete('shop', key)
    await syncProductsFromPrintProvider(platform)
    expect(await platform.storage.read('shop', key)).toBeNull()
  })

  // spec: 207.9
  test('are sold without a picture that cannot be had, until it can', async () => {
    const product = printProduct({ id: 8, thumbnail_url: `${simulator.url}/pictures/nothing.png` })
    simulator.products.push(product)
    await syncProductsFromPrintProvider(platform)
    expect(await kept(8)).toMatchObject({ thumbnailUrl: null, price: '24.50' })
    product.sync_product.thumbnail_url = `${simulator.url}/pictures/cap-Sand.png`
    await syncProductsFromPrintProvider(platform)
    expect((await kept(8))?.thumbnailUrl).toMatch(/^8\//)
  })

  test.each(['down', 'cut', 'odd', 'refused'] as const)('stay where the provider fails: %s', async (fault) => {
    simulator.products.push(printProduct({ id: 9 }), printProduct({ id: 10 }))
    await syncProductsFromPrintProvider(platform)
    const before = await db.select().from(shopProducts)
    simulator.failNext(fault, 1, 'GET /store/products/10')
    await syncProductsFromPrintProvider(platform)
    expect((await db.select().from(shopProducts)).map(({ removedAt }) => removedAt)).toEqual(before.map(() => null))
    expect(await lastSync()).toMatchObject({ failure: expect.stringMatching(/^The print provider \w.*\.$/) })
    await syncProductsFromPrintProvider(platform)
    expect(await lastSync()).toMatchObject({ failure: null })
  })

  test('wait where the provider is asked too often', async () => {
    simulator.products.push(printProduct({ id: 11 }))
    simulator.failNext('too-many', 1, 'GET /store/products/11')
    expect(await syncProductsFromPrintProvider(platform)).toEqual({ products: 1, refused: 0 })
  })

  test('are the reason to be told of changes from then on', async () => {
    await syncProductsFromPrintProvider(platform)
    expect(simulator.webhook()).toEqual({
      url: 'http://muster.example/webhooks/printful',
      types: printWebhookEventTypes,
    })
  })

  test('without a provider are left as they are', async () => {
    const alone = { ...platform, shop: { ...platform.shop, printProvider: null } }
    expect(await syncProductsFromPrintProvider(alone)).toBeNull()
    await queueProductSyncIfDue(alone, 'run')
    expect(await listJobs(db)).toEqual([])
    expect(await lastSync()).toBeUndefined()
  })
})

test('the samples of the demo are sold, but for what shows a refusal, and have all their pictures and descriptions', async () => {
  const demo = await startPrintfulSimulator()
  const printer = openPrintProvider({ url: demo.url, token: demo.token, storeId: null })
  await syncProductsFromPrintProvider(
    { ...platform, shop: { ...platform.shop, printProvider: printer } },
    productDescriptions,
  )
  await demo.stop()
  const products = await db.select().from(shopProducts).orderBy(shopProducts.id)
  expect(products.map(({ name, price }) => [name, price])).toEqual([
    ['Muster T-shirt', '24.00'],
    ['Muster hoodie', '42.50'],
    ['Ranks beanie', '17.50'],
    ['Field cap', '19.00'],
    ['Enamel mug', '12.50'],
    ['Contour tote bag', '15.00'],
    ['High ground poster', '18.00'],
    ['Patrol water bottle', null],
  ])
  expect(products.filter(({ description }) => description === null)).toEqual([])
  expect((await lastSync())?.refused.map(({ reason }) => reason).sort()).toEqual([
    'Not synced at the provider',
    'Not synced at the provider',
    'Priced in USD, not in pounds',
  ])
  const pictures = products.flatMap(({ thumbnailUrl, syncVariants }) => [
    thumbnailUrl,
    ...syncVariants.map(({ image }) => image),
  ])
  expect(pictures).not.toContain(null)
})

describe('one product', () => {
  test('is read afresh by itself, or noted as gone', async () => {
    const product = printProduct({ id: 12, name: 'Tote' })
    simulator.products.push(product, printProduct({ id: 13 }))
    await syncProductFromPrintProvider(platform, 12)
    expect(await slugs()).toEqual(['tote'])
    product.sync_variants[0] = printVariant({ currency: 'USD' })
    await syncProductFromPrintProvider(platform, 12)
    expect(await kept(12)).toMatchObject({ synced: 0, price: null })
    expect((await lastSync())?.refused).toMatchObject([{ productId: 12, reason: 'Priced in USD, not in pounds' }])
    simulator.products.length = 0
    await syncProductFromPrintProvider(platform, 12)
    expect((await kept(12))?.removedAt).toBeInstanceOf(Date)
    expect((await lastSync())?.refused).toEqual([])
  })

  test('never loses to what was read before it', async () => {
    simulator.products.push(printProduct({ id: 14, name: 'Read late' }))
    await syncProductFromPrintProvider(platform, 14)
    await db.update(shopProducts).set({ name: 'Read later', syncedAt: sql`now() + interval '1 minute'` })
    await syncProductFromPrintProvider(platform, 14)
    expect(await kept(14)).toMatchObject({ name: 'Read later', description: null })
  })
})

describe('rounds', () => {
  test('read the products where that never happened, after an hour, and after a failure', async () => {
    await queueProductSyncIfDue(platform, 'run')
    expect(await queued('shop.sync-products')).toHaveLength(1)
    await syncProductsFromPrintProvider(platform)
    await db.execute(sql`DELETE FROM pgboss.job`)
    await queueProductSyncIfDue(platform, 'run')
    expect(await queued('shop.sync-products')).toEqual([])
    await db.update(shopSyncs).set({ succeededAt: sql`now() - interval '61 minutes'` })
    await queueProductSyncIfDue(platform, 'run')
    expect(await queued('shop.sync-products')).toHaveLength(1)
    await db.execute(sql`DELETE FROM pgboss.job`)
    await db.update(shopSyncs).set({ succeededAt: sql`now()`, failure: 'The print provider cannot be reached.' })
    await queueProductSyncIfDue(platform, 'run')
    expect(await queued('shop.sync-products')).toHaveLength(1)
  })
})

/** Acts while the clock stands still. */
async function atOnce(act: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await act()
  } finally {
    vi.useRealTimers()
  }
}

// spec: hold.14.3
test('what is told of a product or of many we do not know is read from the provider one by one, and new ones are found', async () => {
  simulator.products.push(printProduct({ id: 15 }))
  await syncProductsFromPrintProvider(platform)
  simulator.products.push(printProduct({ id: 1_003 }))
  for (let times = 0; times < 20; times += 1) await queueSyncOfChangedProduct(platform, 15)
  for (let id = 1_000; id < 1_020; id += 1) await queueSyncOfChangedProduct(platform, id)
  expect(await queued('shop.sync-products')).toEqual([])
  expect(await queued('shop.sync-product')).toHaveLength(7)
  for (let id = 1_000; id < 1_006; id += 1) await syncProductFromPrintProvider(platform, id)
  expect(await db.select({ id: shopProducts.id }).from(shopProducts).orderBy(shopProducts.id)).toEqual([
    { id: 15 },
    { id: 1_003 },
  ])
})

describe('for admins alone', () => {
  const admin: Actor = { ...actorOf(randomUUID()), role: 'Admin', isStaff: true }
  const others: (Actor | null)[] = [null, actorOf(randomUUID()), { ...admin, role: 'Reviewer' }]

  test('the products are read now, once where the button is pressed twice', async () => {
    await atOnce(async () => {
      for (let times = 0; times < 2; times += 1) expect(await requestProductSync(platform, admin)).toBe('done')
    })
    expect(await queued('shop.sync-products')).toHaveLength(1)
  })

  test('nothing is asked for where there is nobody to ask', async () => {
    const alone = { ...platform, shop: { ...platform.shop, printProvider: null } }
    expect(await requestProductSync(alone, admin)).toBe('not-set-up')
    expect(await listJobs(db)).toEqual([])
  })

  test('it is told how the products were read, and what of them is not sold', async () => {
    const refused = [{ productId: 12, variantId: 34, name: 'Sample cap', reason: 'It is priced in USD' }]
    await db.insert(shopSyncs).values({ kind: 'products', triedAt: new Date(), failure: 'It was down', refused })
    expect(await getProductSyncStatuses(platform, admin)).toMatchObject([
      { kind: 'products', succeededAt: null, failure: 'It was down', refused },
    ])
  })

  test.each(others)('nobody else: %#', async (actor) => {
    const refusal = actor ? ActionNotAllowedError : SignInRequiredError
    await expect(requestProductSync(platform, actor)).rejects.toThrow(refusal)
    await expect(getProductSyncStatuses(platform, actor)).rejects.toThrow(refusal)
    expect(await listJobs(db)).toEqual([])
  })
})
