import { setTimeout as sleep } from 'node:timers/promises'
import { makeSlug, makeUntakenSlug } from '#app/features/businesses/rules.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  type PrintProductDetails,
  type PrintProvider,
  PrintProviderError,
} from '#app/platform/.server/printing/print-provider.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { syncProductFromPrintProviderJob, syncProductsFromPrintProviderJob } from '../jobs.server.ts'
import type { SyncedProductVariant } from '../model.ts'
import { canSyncProducts } from '../policy.server.ts'
import { makeProductPictureImporter } from '../products/pictures.server.ts'
import { reservedProductSlugs } from '../products/rules.ts'
import type { ProductSyncStatus } from './model.ts'
import {
  findProductIncludingRemoved,
  findProductSyncResult,
  listProductSyncStatuses,
  listProductVariantsNotSold,
  listTakenProductSlugs,
  markProductRemoved,
  markProductsMissingFromSyncRemoved,
  writeProductSyncResult,
  writeSyncedProduct,
} from './queries.server.ts'
import { summariseProductVariants, toSyncedProductVariant } from './rules.ts'
import { type OwnProductDescriptions, registerPrintWebhook } from './webhook-service.server.ts'

/** How often products are synced while that succeeds. While it fails, every scheduled run tries again. */
const everyMs = 60 * 60_000
/** Events about a product are collected for this long, and read no sooner than this long after it was read. */
const gatherMs = 10_000
const apartMs = 10 * 60_000
/** A product we do not know is looked up once in a while, and all of them together only so often: anybody can name any. */
const lookUpsOfOne: RequestLimit = { name: 'print-product-look-up', requests: 1, windowSeconds: apartMs / 1_000 }
const lookUps: RequestLimit = { name: 'print-product-look-ups', requests: 6, windowSeconds: 60 }
/** How often a sync waits for the provider's rate limit, and for how many seconds at most. */
const waits = { times: 3, seconds: 90 }

/**
 * Queues a sync of all products if one is due.
 * @param run id of this run, the same if it is repeated
 */
export async function queueProductSyncIfDue(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  run: string,
): Promise<void> {
  if (!shop.printProvider) return
  const last = await findProductSyncResult(db)
  const isFresh = !last?.failure && Date.now() - (last?.succeededAt?.getTime() ?? 0) < everyMs
  if (!isFresh) await jobs.enqueue(db, syncProductsFromPrintProviderJob, {}, { event: run })
}

/** Returns the results of the last syncs, for admins. */
export async function getProductSyncStatuses(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<ProductSyncStatus[]> {
  requirePermission(actor, canSyncProducts)
  return listProductSyncStatuses(db)
}

/** Queues a sync of all products now. A second click has no effect. */
export async function requestProductSync(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  actor: Actor | null,
): Promise<'done' | 'not-set-up'> {
  requirePermission(actor, canSyncProducts)
  if (!shop.printProvider) return 'not-set-up'
  await jobs.enqueue(db, syncProductsFromPrintProviderJob, {}, { event: `now:${Math.floor(Date.now() / 5_000)}` })
  return 'done'
}

/**
 * Queues the sync of a product that the provider says has changed. The sender is not verified: whatever is said of a product has it
 * read once, ten minutes after it was read last. Products we do not know are looked up one by one, six a minute in all. What is
 * dropped comes with the next sync of all products, which no event starts.
 */
export async function queueSyncOfChangedProduct(
  { clock, db, jobs, secret }: Pick<Platform, 'clock' | 'db' | 'jobs' | 'secret'>,
  productId: number,
): Promise<void> {
  const product = await findProductIncludingRemoved(db, productId)
  const soon = clock.now().getTime() + gatherMs
  if (product && !product.removedAt) {
    const startAfter = new Date(Math.max(soon, product.syncedAt.getTime() + apartMs))
    const event = `${productId}:since:${product.syncedAt.toISOString()}`
    await jobs.enqueue(db, syncProductFromPrintProviderJob, { productId }, { event, startAfter })
    return
  }
  await db.transaction(async (transaction) => {
    if (!(await countLimitedRequest(transaction, secret, lookUpsOfOne, String(productId))).allowed) return
    if (!(await countLimitedRequest(transaction, secret, lookUps, 'all')).allowed) return
    await jobs.enqueue(transaction, syncProductFromPrintProviderJob, { productId }, { startAfter: new Date(soon) })
  })
}

/**
 * Reads all products from the provider into our tables, so the shop works while the provider is down. Errors are saved for
 * admins, and earlier data stays. Returns null if no provider is set up.
 */
export async function syncProductsFromPrintProvider(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'publicUrl' | 'shop' | 'storage'>,
  descriptions: OwnProductDescriptions = [],
): Promise<{ products: number; refused: number } | null> {
  const { clock, db, log, shop } = platform
  if (!shop.printProvider) return null
  const askedAt = clock.now()
  await writeProductSyncResult(db, { triedAt: askedAt })
  try {
    const printer = patient(shop.printProvider)
    const listed = (await printer.listProducts()).filter(({ isIgnored }) => !isIgnored)
    const ids: number[] = []
    for (const { id } of listed) if (await readProduct(platform, printer, id, descriptions)) ids.push(id)
    await markProductsMissingFromSyncRemoved(db, ids, askedAt)
    const refused = await listProductVariantsNotSold(db)
    await writeProductSyncResult(db, { succeededAt: new Date(), failure: null, refused })
    await registerPrintWebhook(platform).catch((error) => {
      // A refusal does no harm, because the products are synced every hour anyway.
      if (!(error instanceof PrintProviderError)) throw error
      log.warn({ error }, 'the print provider does not take the address of our webhook')
    })
    return { products: ids.length, refused: refused.length }
  } catch (error) {
    if (!(error instanceof PrintProviderError)) throw error
    log.warn({ error }, 'the products could not be read from the print provider')
    await writeProductSyncResult(db, { failure: `The print provider ${error.message}.` })
    return { products: 0, refused: 0 }
  }
}

/**
 * Reads one product again.
 * @throws PrintProviderError
 */
export async function syncProductFromPrintProvider(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'shop' | 'storage'>,
  productId: number,
  descriptions: OwnProductDescriptions = [],
): Promise<void> {
  const { db, shop } = platform
  if (!shop.printProvider) return
  if (!(await readProduct(platform, patient(shop.printProvider), productId, descriptions)))
    await markProductRemoved(db, productId)
  await writeProductSyncResult(db, { refused: await listProductVariantsNotSold(db) })
}

/** Returns whether the provider has the product, and saves it. */
async function readProduct(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'storage'>,
  printer: PrintProvider,
  id: number,
  descriptions: OwnProductDescriptions,
): Promise<boolean> {
  const askedAt = platform.clock.now()
  const details = await printer.getProduct(id)
  if (!details || details.product.isIgnored) return false
  await upsertProduct(platform, printer, details, { askedAt, descriptions })
  return true
}

async function upsertProduct(
  platform: Pick<Platform, 'db' | 'log' | 'storage'>,
  printer: PrintProvider,
  { product, variants: read }: PrintProductDetails,
  { askedAt: syncedAt, descriptions }: { askedAt: Date; descriptions: OwnProductDescriptions },
): Promise<void> {
  const { db } = platform
  const { id, externalId, name } = product
  const before = await findProductIncludingRemoved(db, id)
  const kept = [before?.thumbnailUrl, ...(before?.syncVariants ?? []).map(({ image }) => image)]
  const keep = makeProductPictureImporter(platform, printer, id, new Set(kept.filter((key) => typeof key === 'string')))
  const thumbnailUrl = await keep(product.thumbnailUrl)
  const syncVariants: SyncedProductVariant[] = []
  for (const variant of read) syncVariants.push(toSyncedProductVariant(variant, await keep(variant.image)))
  await db.transaction(async (transaction) => {
    const slug = before?.slug ?? (await findSlug(transaction, name))
    const row = {
      id,
      externalId,
      name,
      description: descriptions.find(({ product }) => product === name)?.text ?? null,
      thumbnailUrl,
      ...summariseProductVariants(syncVariants),
      syncVariants,
      syncedAt,
    }
    await writeSyncedProduct(transaction, row, slug)
  })
}

function findSlug(transaction: Database, name: string): Promise<string> {
  const slug = makeSlug(name, null, 'product')
  return makeUntakenSlug(reservedProductSlugs.includes(slug) ? `${slug}-product` : slug, (slugs) =>
    listTakenProductSlugs(transaction, slugs),
  )
}

/** A print provider that waits when its rate limit is reached. */
function patient(printer: PrintProvider): PrintProvider {
  const again = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    for (let times = 0; ; times += 1) {
      try {
        return await ask()
      } catch (error) {
        const seconds =
          error instanceof PrintProviderError && error.reason === 'too-many' ? (error.retryAfterSeconds ?? 60) : null
        if (seconds === null || seconds > waits.seconds || times === waits.times) throw error
        await sleep(seconds * 1_000)
      }
    }
  }
  return {
    ...printer,
    listProducts: () => again(() => printer.listProducts()),
    getProduct: (id) => again(() => printer.getProduct(id)),
  }
}
