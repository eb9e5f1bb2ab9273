import { setTimeout as sleep } from 'node:timers/promises'
import { findUntakenSlug, makeSlug } from '#app/features/businesses/rules.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  type PrintProductDetails,
  type PrintProvider,
  PrintProviderError,
} from '#app/platform/.server/print-provider.ts'
import { registerWebhookJob, syncProductJob, syncProductsJob } from './jobs.server.ts'
import { openPictureStore } from './product-pictures.server.ts'
import { reservedSlugs } from './product-rules.ts'
import type { SyncVariant } from './schema.ts'
import {
  findKeptProduct,
  findSync,
  isKnownProduct,
  markOthersRemoved,
  markRemoved,
  selectRefused,
  selectSyncs,
  selectTakenSlugs,
  writeProduct,
  writeSync,
} from './sync-queries.server.ts'
import { keptVariant, summaryOf } from './sync-rules.ts'
import type { SyncStatus } from './sync-schema.ts'

/** Products are read this often while that succeeds, and on every scheduled run while it fails. */
const everyMs = 60 * 60_000
/** What the provider tells of one product, or of new ones, is looked after together at the end of such a stretch. */
const gatherMs = { one: 10_000, all: 30_000 }
/** How often one reading waits until the provider may be asked again, and how many seconds at most. */
const waits = { times: 3, seconds: 90 }

/** What the provider is to tell us of. */
export const webhookTypes = [
  'product_synced',
  'product_updated',
  'product_deleted',
  'package_shipped',
  'package_returned',
  'order_updated',
  'order_failed',
  'order_canceled',
  'order_put_hold',
  'order_remove_hold',
  'order_refunded',
]

/** What the organisation says of products, by their names: the provider has no words for them. */
type Descriptions = readonly { product: string; text: string }[]

/** Has the provider told where to post; called whenever a worker starts, as the address may be another one since. */
export async function queueWebhookRegistration({
  db,
  jobs,
  shop,
}: Pick<Platform, 'db' | 'jobs' | 'shop'>): Promise<void> {
  if (shop.printProvider) await jobs.enqueue(db, registerWebhookJob, {})
}

/**
 * Queues a sync of all products where one is due.
 * @param run the same when it is repeated
 */
export async function syncDueProducts(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  run: string,
): Promise<void> {
  if (!shop.printProvider) return
  const last = await findSync(db)
  const isFresh = !last?.failure && Date.now() - (last?.succeededAt?.getTime() ?? 0) < everyMs
  if (!isFresh) await jobs.enqueue(db, syncProductsJob, {}, { event: run })
}

/** How the last readings of products went, for admins. */
export async function getSyncStatus({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<SyncStatus[]> {
  requireAdmin(actor)
  return selectSyncs(db)
}

/** Has all products read from the print provider now; pressed twice, once. */
export async function askForSync(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  actor: Actor | null,
): Promise<'done' | 'not-set-up'> {
  requireAdmin(actor)
  if (!shop.printProvider) return 'not-set-up'
  await jobs.enqueue(db, syncProductsJob, {}, { event: `now:${Math.floor(Date.now() / 5_000)}` })
  return 'done'
}

/**
 * Has a product read that the provider says has changed, or all where we do not know it. Who says so is not known: whatever is
 * said of a product within a few seconds is looked after once, at their end.
 */
export async function queueOneProductSync(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  productId: number,
): Promise<void> {
  const isKnown = await isKnownProduct(db, productId)
  const stretch = isKnown ? gatherMs.one : gatherMs.all
  const startAfter = new Date((Math.floor(Date.now() / stretch) + 1) * stretch)
  const event = startAfter.toISOString()
  if (isKnown) await jobs.enqueue(db, syncProductJob, { productId }, { event: `${productId}:${event}`, startAfter })
  else await jobs.enqueue(db, syncProductsJob, {}, { event: `told:${event}`, startAfter })
}

/**
 * Reads all products from the provider into our tables: the shop stands when the provider does not. What goes wrong with the
 * provider is written down for admins, and what was read before stays. Null where no provider is set up.
 */
export async function syncProducts(
  platform: Platform,
  descriptions: Descriptions = [],
): Promise<{ products: number; refused: number } | null> {
  const { db, log, shop } = platform
  if (!shop.printProvider) return null
  const askedAt = new Date()
  await writeSync(db, { triedAt: askedAt })
  try {
    const printer = patient(shop.printProvider)
    const listed = (await printer.listProducts()).filter(({ isIgnored }) => !isIgnored)
    const ids: number[] = []
    for (const { id } of listed) if (await readProduct(platform, printer, id, descriptions)) ids.push(id)
    await markOthersRemoved(db, ids, askedAt)
    const refused = await selectRefused(db)
    await writeSync(db, { succeededAt: new Date(), failure: null, refused })
    await registerWebhook(platform).catch((error) => {
      // A refusal does no harm, as the products are read every hour all the same.
      if (!(error instanceof PrintProviderError)) throw error
      log.warn({ error }, 'the print provider does not take the address of our webhook')
    })
    return { products: ids.length, refused: refused.length }
  } catch (error) {
    if (!(error instanceof PrintProviderError)) throw error
    log.warn({ error }, 'the products could not be read from the print provider')
    await writeSync(db, { failure: `The print provider ${error.message}.` })
    return { products: 0, refused: 0 }
  }
}

/** Reads one product afresh. @throws PrintFailed */
export async function syncProduct(
  platform: Platform,
  productId: number,
  descriptions: Descriptions = [],
): Promise<void> {
  const { db, shop } = platform
  if (!shop.printProvider) return
  if (!(await readProduct(platform, patient(shop.printProvider), productId, descriptions)))
    await markRemoved(db, productId)
  await writeSync(db, { refused: await selectRefused(db) })
}

/** Whether the provider has the product; it is in our tables then. */
async function readProduct(
  platform: Platform,
  printer: PrintProvider,
  id: number,
  descriptions: Descriptions,
): Promise<boolean> {
  const askedAt = new Date()
  const details = await printer.getProduct(id)
  if (!details || details.product.isIgnored) return false
  await upsertProduct(platform, printer, details, { askedAt, descriptions })
  return true
}

async function upsertProduct(
  platform: Platform,
  printer: PrintProvider,
  { product, variants: read }: PrintProductDetails,
  { askedAt: syncedAt, descriptions }: { askedAt: Date; descriptions: Descriptions },
): Promise<void> {
  const { db } = platform
  const { id, externalId, name } = product
  const before = await findKeptProduct(db, id)
  const kept = [before?.thumbnailUrl, ...(before?.syncVariants ?? []).map(({ image }) => image)]
  const keep = openPictureStore(platform, printer, id, new Set(kept.filter((key) => typeof key === 'string')))
  const thumbnailUrl = await keep(product.thumbnailUrl)
  const syncVariants: SyncVariant[] = []
  for (const variant of read) syncVariants.push(keptVariant(variant, await keep(variant.image)))
  await db.transaction(async (transaction) => {
    const slug = before?.slug ?? (await findSlug(transaction, name))
    const row = {
      id,
      externalId,
      name,
      description: descriptions.find(({ product }) => product === name)?.text ?? null,
      thumbnailUrl,
      ...summaryOf(syncVariants),
      syncVariants,
      syncedAt,
    }
    await writeProduct(transaction, row, slug)
  })
}

function findSlug(transaction: Database, name: string): Promise<string> {
  const slug = makeSlug(name, null, 'product')
  return findUntakenSlug(reservedSlugs.includes(slug) ? `${slug}-product` : slug, (slugs) =>
    selectTakenSlugs(transaction, slugs),
  )
}

/** Has the provider post to us what changes. @throws PrintFailed */
export async function registerWebhook({ publicUrl, shop }: Pick<Platform, 'publicUrl' | 'shop'>): Promise<void> {
  // An address of this machine alone is of no use to anybody but a simulator.
  if (!publicUrl.startsWith('https:') && !shop.isDemo) return
  await shop.printProvider?.setWebhook(`${publicUrl}/webhooks/printful`, webhookTypes)
}

/** A printer that waits where it was asked too often: a reading of many products takes its time. */
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
