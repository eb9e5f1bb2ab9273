import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import type { ShippingChoice } from './delivery-rules.ts'

/** Path of the checkout. GET shows the total; POST places the order and redirects to the payment page. */
export const checkoutPath = href('/shop/checkout')

/** A line of the checkout. Amounts are in pence per item. */
export interface CheckoutLine {
  id: string
  name: string
  size: string | null
  color: string | null
  amount: number
  /** Differs from `amount` if the price has changed since the buyer last saw it. */
  shownAmount: number
  quantity: number
}

/** What a buyer sees before they pay. */
export interface CheckoutView {
  lines: CheckoutLine[]
  /** Names of items that are left out because they are no longer sold. */
  gone: string[]
  /** In pence. */
  subtotal: number
  country: string
  /** Delivery countries by name, the home country first. */
  countries: { code: string; name: string }[]
  /** Empty if we cannot deliver there. */
  choices: ShippingChoice[]
  /** A key for the form; empty where there is none. */
  checkoutKey: string
  /** Whether a payment provider is set up. */
  isOpen: boolean
  /** Whether the shop is a demo, where nothing is charged or printed. */
  isDemo: boolean
}

export const checkoutToasts = {
  changed: {
    title: 'Check your order again',
    description: 'Something changed since you saw it. Nothing has been ordered.',
    bad: true,
  },
  failed: failureToast('Order not placed', 'Nothing has been ordered, and your cart is kept. Try again in a moment.'),
  incomplete: { title: 'Choose a delivery method', description: 'Choose a country and a delivery method.', bad: true },
  over: {
    title: 'Check your order again',
    description: 'This checkout has expired or was replaced by a newer one. Nothing was ordered.',
    bad: true,
  },
  empty: { title: 'Your cart is empty', bad: true },
  closed: { title: 'The shop is not taking orders at the moment', description: 'Your cart is kept.', bad: true },
  unavailable: {
    title: 'The payment page cannot be reached',
    description: 'Nothing has been ordered. Try again in a few minutes: your cart is kept.',
    bad: true,
  },
} as const

export function tooManyCheckoutsToast(minutes: number) {
  return {
    title: 'Wait a moment',
    description: `Too many orders were started from your network. Try again in ${formatCountWithNoun(minutes, 'minute')}.`,
    bad: true,
  }
}
