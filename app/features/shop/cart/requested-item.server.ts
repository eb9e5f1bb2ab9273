import { penceToPounds } from '#app/lib/money.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { ProductVariantForSale } from '../products/model.ts'
import { listProductsByIds } from '../products/queries.server.ts'
import { smallProductPictureUrl, toProductVariantForSale } from '../products/rules.ts'
import type { CartChange } from './form-schema.ts'
import { type CartLine, type CartProblem, type CartView, cartLimits, cartProblems } from './model.ts'
import { cartWithItemAdded, toCartWithTotals } from './rules.ts'

type NewLine = Omit<CartLine, 'id' | 'quantity'>

/** A variant to add, and how many. */
export type CartItemToAdd = NewLine & { times: number }

/** The variant to add as it is sold now, or why it cannot be added. */
export async function resolveCartItemToAdd(
  tx: Database,
  { productId, variantId, quantity }: Extract<CartChange, { change: 'add' }>,
): Promise<CartItemToAdd | { problem: CartProblem }> {
  if (quantity < 1) return { problem: cartProblems.badQuantity }
  if (quantity > cartLimits.quantity) return { problem: cartProblems.tooMany }
  const [product] = await listProductsByIds(tx, [productId])
  if (!product || product.removedAt) return { problem: cartProblems.gone }
  const sold = product.syncVariants.flatMap((variant) => toProductVariantForSale(variant) ?? [])
  if (sold.length === 0) return { problem: cartProblems.notSold }
  // With only one variant there is nothing to choose.
  const only = variantId === undefined && sold.length === 1 ? sold[0] : undefined
  if (variantId === undefined && !only) return { problem: cartProblems.noVariant }
  const variant = only ?? sold.find(({ id }) => id === variantId)
  return variant ? { ...toNewCartLine(product, variant), times: quantity } : { problem: cartProblems.notSold }
}

export type CartProductRow = Awaited<ReturnType<typeof listProductsByIds>>[number]

export function toNewCartLine(product: CartProductRow, variant: ProductVariantForSale): NewLine {
  return {
    productId: product.id,
    variantId: variant.id,
    slug: product.slug,
    name: product.name,
    amount: variant.amount,
    shownAmount: variant.amount,
    price: penceToPounds(variant.amount),
    currency: 'GBP',
    size: variant.size,
    color: variant.color,
    image: variant.image ?? (product.thumbnailUrl && smallProductPictureUrl(product.thumbnailUrl)),
  }
}

/** The rules add one at a time. */
export function cartWithItemAddedRepeatedly({ items }: CartView, { times, ...line }: CartItemToAdd) {
  let cart = toCartWithTotals(items)
  for (let time = 0; time < times; time += 1) cart = cartWithItemAdded(cart.items, line)
  return cart
}
