import { penceToPounds, poundsToPence } from '#app/lib/money.ts'
import type { Cart, CartItem } from '../model.ts'

/** A cart whose lines have at least the fields that the rules need. */
type CartOf<Item> = Omit<Cart, 'items'> & { items: Item[] }
type Line = Pick<CartItem, 'id' | 'productId' | 'variantId' | 'price' | 'quantity'>

/** The id of a line: product id plus variant id. */
export function cartItemIdOf({ productId, variantId }: Pick<CartItem, 'productId' | 'variantId'>): string {
  return `${productId}-${variantId}`
}

/** Increases the quantity of a product's variant by 1, or adds it with the quantity 1. */
export function cartWithItemAdded<Item extends Line>(items: Item[], item: Omit<Item, 'id' | 'quantity'>): CartOf<Item> {
  const id = cartItemIdOf(item)
  const isThere = items.some((line) => line.id === id)
  if (isThere)
    return toCartWithTotals(items.map((line) => (line.id === id ? { ...line, quantity: line.quantity + 1 } : line)))
  return toCartWithTotals([...items, { ...item, id, quantity: 1 } as Item])
}

/** Deletes a line. */
export function cartWithItemRemoved<Item extends Line>(items: Item[], id: string): CartOf<Item> {
  return toCartWithTotals(items.filter((line) => line.id !== id))
}

/** Sets the quantity of a line. A negative quantity counts as zero, and a line with zero is removed. */
export function cartWithItemQuantity<Item extends Line>(items: Item[], id: string, quantity: number): CartOf<Item> {
  const wanted = Math.max(0, Math.floor(quantity))
  return toCartWithTotals(
    items.map((line) => (line.id === id ? { ...line, quantity: wanted } : line)).filter((line) => line.quantity > 0),
  )
}

/** Empties it. */
export function emptiedCart<Item extends Line>(): CartOf<Item> {
  return toCartWithTotals<Item>([])
}

/** The lines with their totals, added up in pence to avoid rounding errors. */
export function toCartWithTotals<Item extends Pick<Line, 'price' | 'quantity'>>(items: Item[]): CartOf<Item> {
  return {
    items,
    itemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
    total: penceToPounds(items.reduce((sum, { price, quantity }) => sum + poundsToPence(price) * quantity, 0)),
  }
}
