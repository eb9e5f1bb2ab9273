import { href } from 'react-router'
import { z } from 'zod'
import type { Cart, CartItem } from './schema.ts'

/** Of one line, and lines in a cart: more than anybody buys, and little enough to hold for everybody. */
export const cartLimits = { quantity: 99, lines: 50 } as const

/** Where the cart is shown, where forms that change it are sent, and where what is in it is paid for. */
export const cartPaths = {
  page: href('/shop/cart'),
  change: href('/shop/cart/change'),
  checkout: href('/shop/checkout'),
} as const

/** Why a cart is as it was. */
export interface CartProblem {
  title: string
  description: string
  /** The field that is to blame, where it is one. */
  field?: 'variantId' | 'quantity'
}

export const cartMessages = {
  noVariant: {
    title: 'Please select a variant',
    description: 'Choose a size, color, or variant before adding to cart.',
    field: 'variantId',
  },
  notSold: { title: 'Product not available', description: 'This product is not synced yet.' },
  gone: { title: 'Product not available', description: 'We no longer sell this one. Your cart is as it was.' },
  badQuantity: {
    title: 'Check the quantity',
    description: 'The quantity must be a whole number, at least 1.',
    field: 'quantity',
  },
  tooMany: {
    title: 'Check the quantity',
    description: `You can have up to ${cartLimits.quantity} of one item. Your cart is as it was.`,
    field: 'quantity',
  },
  tooManyLines: {
    title: 'Your cart is full',
    description: `A cart holds up to ${cartLimits.lines} different items. Remove one to add another.`,
  },
  tooOften: {
    title: 'Please wait a moment',
    description: 'Too many carts were started from here. Please try again later.',
  },
  notChanged: {
    title: 'Your cart could not be changed',
    description: 'Something went wrong on our side. Please try again in a moment.',
  },
} as const satisfies Record<string, CartProblem>

/** What is said where nothing is wrong. */
export const cartLabels = {
  redirecting: { title: 'Redirecting to checkout page...' },
  added: 'Added to cart',
  updated: 'Cart updated',
  empty: 'Your cart is empty',
} as const

/** A line as its buyer sees it. What it costs is what it costs now. */
export interface CartLine extends CartItem {
  /** The product's address below /shop. */
  slug: string
  /** In pence, of one. */
  amount: number
  /** What one cost when its buyer last saw it, in pence: another number than `amount` is told before anything is paid. */
  shownAmount: number
}

/** A line that can no longer be bought: it is shown, and counts for nothing. */
export interface GoneLine {
  id: string
  productId: number
  variantId: number
  /** As it was called; null once nothing is known of it. */
  name: string | null
  quantity: number
}

/** A cart as its buyer sees it. `items`, `itemCount` and `total` hold what can be bought. */
export interface SeenCart extends Cart {
  /** Null while nothing was put into it. */
  id: string | null
  items: CartLine[]
  gone: GoneLine[]
}

export const emptySeenCart: SeenCart = { id: null, items: [], itemCount: 0, total: 0, gone: [] }

const itemId = z.string().regex(/^\d{1,16}-\d{1,16}$/)
const providerId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)

/** What a form of the shop asks of the cart. */
export const cartChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('add'),
    productId: providerId,
    /** Missing where none was chosen. */
    variantId: providerId.optional(),
    quantity: wholeNumber.default(1),
  }),
  z.object({ change: z.literal('update'), itemId, quantity: wholeNumber }),
  z.object({ change: z.literal('remove'), itemId }),
  z.object({ change: z.literal('clear') }),
  /** The prices as they are shown now were seen. */
  z.object({ change: z.literal('accept-prices') }),
])

export type CartChange = z.output<typeof cartChangeSchema>
