import { productPictureFromStorageKey } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { type PaymentProvider, PaymentProviderError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { canSyncProducts } from '../policy.server.ts'
import { listCurrentProducts } from '../products/queries.server.ts'
import { toProductVariantForSale } from '../products/rules.ts'
import type { StripeSyncOutcome } from './model.ts'
import {
  deleteStoredStripePrices,
  listStripePricesOfProduct,
  writeStripePrice,
  writeStripeSyncResult,
} from './queries.server.ts'

/** The message for each error of the provider, for admins. */
const failures: Record<PaymentProviderError['reason'], string> = {
  down: 'Stripe cannot be reached. Try again later.',
  slow: 'Stripe is not responding. Try again later.',
  'too-many': 'There were too many requests to Stripe. Try again in a minute.',
  refused: 'Stripe refused a product. Are the keys still valid?',
  odd: 'Stripe sent an answer that we could not read.',
}

/**
 * Syncs our products and prices to the card payment provider, each only once. A changed price is created as a new one, and the
 * old one is deactivated. Errors are saved for admins.
 * @throws SignInRequiredError
 * @throws ActionNotAllowedError
 */
export async function syncProductsWithStripe(
  { db, log, shop, publicUrl }: Pick<Platform, 'db' | 'log' | 'shop' | 'publicUrl'>,
  actor: Actor | null,
): Promise<StripeSyncOutcome> {
  requirePermission(actor, canSyncProducts)
  if (!shop.paymentProvider) return { error: 'Stripe is not set up.' }
  await writeStripeSyncResult(db, { triedAt: new Date() })
  try {
    let synced = 0
    let existing = 0
    for (const product of await listCurrentProducts(db)) {
      const variants = product.syncVariants.map(toProductVariantForSale).filter((variant) => variant !== null)
      if (variants.length === 0) continue
      // Stripe fetches the picture, so it must be public.
      const image =
        product.thumbnailUrl && publicUrl.startsWith('https:')
          ? `${publicUrl}${productPictureFromStorageKey(product.thumbnailUrl).src}`
          : null
      if (await syncProduct(db, shop.paymentProvider, { id: product.id, name: product.name, image, variants }))
        synced += 1
      else existing += 1
    }
    await writeStripeSyncResult(db, { succeededAt: new Date(), failure: null })
    return { success: true, synced_count: synced, existing_count: existing }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.error({ error }, 'the products could not be synced with the card payment provider')
    await writeStripeSyncResult(db, { failure: failures[error.reason] })
    return { error: failures[error.reason] }
  }
}

/** Returns whether anything was created. Each price is saved as soon as it exists, so that a crash loses none. */
async function syncProduct(
  db: Database,
  payments: PaymentProvider,
  product: { id: number; name: string; image: string | null; variants: { id: number; name: string; amount: number }[] },
): Promise<boolean> {
  const { id: productId, name, image, variants } = product
  const { id: stripeProductId, made: isNew } = await payments.ensureProduct({ id: productId, name, image })
  const known = new Map((await listStripePricesOfProduct(db, productId)).map((price) => [price.variantId, price]))
  let made = isNew
  for (const { id: variantId, name: variantName, amount } of variants) {
    const before = known.get(variantId)
    known.delete(variantId)
    // A product that is new at the provider needs all prices, even if another account has them.
    if (!isNew && before?.amount === amount) continue
    const price = await payments.ensurePrice({ variantId, stripeProductId, name: variantName, amount })
    made ||= price.made
    await writeStripePrice(db, { variantId, productId, stripeProductId, stripePriceId: price.id, amount })
    if (!isNew && before && before.stripePriceId !== price.id) await payments.retirePrice(before.stripePriceId)
  }
  const gone = [...known.values()]
  if (!isNew) for (const { stripePriceId } of gone) await payments.retirePrice(stripePriceId)
  await deleteStoredStripePrices(
    db,
    gone.map(({ variantId }) => variantId),
  )
  return made
}
