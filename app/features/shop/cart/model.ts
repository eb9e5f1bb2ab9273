import { href } from 'react-router'
import type { Cart, CartItem } from '../model.ts'

/** The most of one line and the most lines: more than anybody buys, and few enough to store for everybody. */
export const cartLimits = { quantity: 99, lines: 50 } as const

/** Paths of the cart, of the forms that change it, and of the checkout. */
export const cartPaths = {
  page: href('/shop/cart'),
  change: href('/shop/cart/change'),
  checkout: href('/shop/checkout'),
} as const

/** Why a cart was not changed. */
export interface CartProblem {
  title: string
  description: string
  /** The field with the error, if it is one. */
  field?: 'variantId' | 'quantity'
}

export const cartProblems = {
  noVariant: {
    title: 'Please select a variant',
    description: 'Choose a size, color, or variant before adding to cart.',
    field: 'variantId',
  },
  notSold: { title: 'Product not available', description: 'This product is not synced yet.' },
  gone: { title: 'Product not available', description: 'We no longer sell this item. Your cart has not changed.' },
  badQuantity: {
    title: 'Check the quantity',
    description: 'The quantity must be a whole number, at least 1.',
    field: 'quantity',
  },
  tooMany: {
    title: 'Check the quantity',
    description: `You can have up to ${cartLimits.quantity} of one item. Your cart has not changed.`,
    field: 'quantity',
  },
  tooManyLines: {
    title: 'Your cart is full',
    description: `A cart holds up to ${cartLimits.lines} different items. Remove one to add another.`,
  },
  tooOften: {
    title: 'Wait a moment',
    description: 'Too many carts were started from your network. Try again later.',
  },
  notChanged: {
    title: 'Your cart could not be changed',
    description: 'Something went wrong on our side. Try again in a moment.',
  },
} as const satisfies Record<string, CartProblem>

/** Messages of success. */
export const cartSuccessMessages = {
  redirecting: { title: 'Redirecting to checkout page...' },
  added: 'Added to cart',
  updated: 'Cart updated',
  empty: 'Your cart is empty',
} as const

/** A line as its buyer sees it, at the current price. */
export interface CartLine extends CartItem {
  /** The slug of the product. */
  slug: string
  /** In pence per item. */
  amount: number
  /** The price in pence that its buyer last saw. If it differs from `amount`, the buyer is told before paying. */
  shownAmount: number
}

/** A line that can no longer be bought. It is shown but not counted. */
export interface UnavailableCartLine {
  id: string
  productId: number
  variantId: number
  /** Its name; null if it is no longer known. */
  name: string | null
  quantity: number
}

/** A cart as its buyer sees it. `items`, `itemCount` and `total` cover only what can be bought. */
export interface CartView extends Cart {
  /** Null until something is added. */
  id: string | null
  items: CartLine[]
  gone: UnavailableCartLine[]
}

export const emptyCartView: CartView = { id: null, items: [], itemCount: 0, total: 0, gone: [] }
