import { setTimeout as sleep } from 'node:timers/promises'
import { findUntakenSlug, makeSlug } from '#app/features/businesses/rules.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Printer, PrintFailed, type PrintProductDetails } from '#app/platform/.server/print.ts'
import { pictureKeeper } from './product-pictures.server.ts'
import { reservedSlugs } from './product-rules.ts'
import type { SyncVariant } from './schema.ts'
import { registerWebhookJob, syncAll, syncOne, syncRound } from './sync-job-kinds.ts'
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
import type { SyncStanding } from './sync-schema.ts'

const roundMs = 10 * 60_000
/** Products are read so often while that succeeds; every round otherwise. */
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
  if (shop.printer) await jobs.enqueue(db, registerWebhookJob, {})
}

/** Has the round of this moment done; called whenever a worker starts, and done once however many do. */
export async function queueSyncRound({ db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>): Promise<void> {
  if (!shop.printer) return
  const at = new Date(Math.floor(Date.now() / roundMs) * roundMs).toISOString()
  await jobs.enqueue(db, syncRound, { at }, { event: at })
}

/** Queues the next round, so that a failure ends nothing, and the reading of the products where that is due. */
export async function carryOutSyncRound(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  at: string,
): Promise<void> {
  if (!shop.printer) return
  const now = Math.floor(Date.now() / roundMs) * roundMs
  const next = new Date(Math.max(Date.parse(at), now) + roundMs)
  await jobs.enqueue(db, syncRound, { at: next.toISOString() }, { event: next.toISOString(), startAfter: next })
  const last = await findSync(db)
  const isFresh = !last?.failure && Date.now() - (last?.succeededAt?.getTime() ?? 0) < everyMs
  if (!isFresh) await jobs.enqueue(db, syncAll, {}, { event: at })
}

/** How the last readings of products went, for admins. */
export async function getSyncStanding({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<SyncStanding[]> {
  requireAdmin(actor)
  return selectSyncs(db)
}

/** Has all products read from the print provider now; pressed twice, once. */
export async function askForSync(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  actor: Actor | null,
): Promise<'done' | 'not-set-up'> {
  requireAdmin(actor)
  if (!shop.printer) return 'not-set-up'
  await jobs.enqueue(db, syncAll, {}, { event: `now:${Math.floor(Date.now() / 5_000)}` })
  return 'done'
}

/**
 * Has a product read that the provider says has changed, or all where we do not know it. Who says so is not known: whatever is
 * said of a product within a few seconds is looked after once, at their end.
 */
export async function queueProductSync({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, productId: number): Promise<void> {
  const isKnown = await isKnownProduct(db, productId)
  const stretch = isKnown ? gatherMs.one : gatherMs.all
  const startAfter = new Date((Math.floor(Date.now() / stretch) + 1) * stretch)
  const event = startAfter.toISOString()
  if (isKnown) await jobs.enqueue(db, syncOne, { productId }, { event: `${productId}:${event}`, startAfter })
  else await jobs.enqueue(db, syncAll, {}, { event: `told:${event}`, startAfter })
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
  if (!shop.printer) return null
  const askedAt = new Date()
  await writeSync(db, { triedAt: askedAt })
  try {
    const printer = patient(shop.printer)
    const listed = (await printer.listProducts()).filter(({ isIgnored }) => !isIgnored)
    const ids: number[] = []
    for (const { id } of listed) if (await readProduct(platform, printer, id, descriptions)) ids.push(id)
    await markOthersRemoved(db, ids, askedAt)
    const refused = await selectRefused(db)
    await writeSync(db, { succeededAt: new Date(), failure: null, refused })
    await registerWebhook(platform).catch((error) => {
      // A refusal does no harm, as the products are read every hour all the same.
      if (!(error instanceof PrintFailed)) throw error
      log.warn({ error }, 'the print provider does not take the address of our webhook')
    })
    return { products: ids.length, refused: refused.length }
  } catch (error) {
    if (!(error instanceof PrintFailed)) throw error
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
  if (!shop.printer) return
  if (!(await readProduct(platform, patient(shop.printer), productId, descriptions))) await markRemoved(db, productId)
  await writeSync(db, { refused: await selectRefused(db) })
}

/** Whether the provider has the product; it is in our tables then. */
async function readProduct(
  platform: Platform,
  printer: Printer,
  id: number,
  descriptions: Descriptions,
): Promise<boolean> {
  const askedAt = new Date()
  const details = await printer.getProduct(id)
  if (!details || details.product.isIgnored) return false
  await keepProduct(platform, printer, details, { askedAt, descriptions })
  return true
}

async function keepProduct(
  platform: Platform,
  printer: Printer,
  { product, variants: read }: PrintProductDetails,
  { askedAt: syncedAt, descriptions }: { askedAt: Date; descriptions: Descriptions },
): Promise<void> {
  const { db } = platform
  const { id, externalId, name } = product
  const before = await findKeptProduct(db, id)
  const kept = [before?.thumbnailUrl, ...(before?.syncVariants ?? []).map(({ image }) => image)]
  const keep = pictureKeeper(platform, printer, id, new Set(kept.filter((key) => typeof key === 'string')))
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
  // An address of this machine alone is of no use to anybody but a stand-in.
  if (!publicUrl.startsWith('https:') && !shop.isDemo) return
  await shop.printer?.setWebhook(`${publicUrl}/webhooks/printful`, webhookTypes)
}

/** A printer that waits where it was asked too often: a reading of many products takes its time. */
function patient(printer: Printer): Printer {
  const again = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    for (let times = 0; ; times += 1) {
      try {
        return await ask()
      } catch (error) {
        const seconds =
          error instanceof PrintFailed && error.reason === 'too-many' ? (error.retryAfterSeconds ?? 60) : null
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
