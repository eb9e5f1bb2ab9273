import { poundsOf } from '#app/lib/money.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { SoldVariant } from '../products/model.ts'
import { findProducts } from '../products/queries.server.ts'
import { smallPicture, soldVariant } from '../products/rules.ts'
import type { CartChange } from './form-schema.ts'
import { type CartLine, type CartProblem, cartLimits, cartMessages, type SeenCart } from './model.ts'
import { addItem, cartOf } from './rules.ts'

type NewLine = Omit<CartLine, 'id' | 'quantity'>

/** A variant to add, and how many. */
export type RequestedItem = NewLine & { times: number }

/** The variant to add as it is sold now, or why it cannot be added. */
export async function resolveRequestedItem(
  tx: Database,
  { productId, variantId, quantity }: Extract<CartChange, { change: 'add' }>,
): Promise<RequestedItem | { problem: CartProblem }> {
  if (quantity < 1) return { problem: cartMessages.badQuantity }
  if (quantity > cartLimits.quantity) return { problem: cartMessages.tooMany }
  const [product] = await findProducts(tx, [productId])
  if (!product || product.removedAt) return { problem: cartMessages.gone }
  const sold = product.syncVariants.flatMap((variant) => soldVariant(variant) ?? [])
  if (sold.length === 0) return { problem: cartMessages.notSold }
  // With only one variant there is nothing to choose.
  const only = variantId === undefined && sold.length === 1 ? sold[0] : undefined
  if (variantId === undefined && !only) return { problem: cartMessages.noVariant }
  const variant = only ?? sold.find(({ id }) => id === variantId)
  return variant ? { ...cartLineOf(product, variant), times: quantity } : { problem: cartMessages.notSold }
}

export type CartProduct = Awaited<ReturnType<typeof findProducts>>[number]

export function cartLineOf(product: CartProduct, variant: SoldVariant): NewLine {
  return {
    productId: product.id,
    variantId: variant.id,
    slug: product.slug,
    name: product.name,
    amount: variant.amount,
    shownAmount: variant.amount,
    price: poundsOf(variant.amount),
    currency: 'GBP',
    size: variant.size,
    color: variant.color,
    image: variant.image ?? (product.thumbnailUrl && smallPicture(product.thumbnailUrl)),
  }
}

/** The rules add one at a time. */
export function addTimes({ items }: SeenCart, { times, ...line }: RequestedItem) {
  let cart = cartOf(items)
  for (let time = 0; time < times; time += 1) cart = addItem(cart.items, line)
  return cart
}
