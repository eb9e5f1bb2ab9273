import { href } from 'react-router'
import { z } from 'zod'
import { deliveryCountries, type ShippingChoice } from './delivery-rules.ts'

/** Where the cart is ordered and paid. GET shows what it comes to; POST orders it and leads on to the payment page. */
export const checkoutPath = href('/shop/checkout')

const pence = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** What the form of the checkout brings. No price in it is believed: those it showed are held against those of now. */
export const checkoutSchema = z.object({
  /** Made with the form: what is sent twice under it counts once. */
  checkout: z.uuid(),
  country: z.enum(deliveryCountries as [string, ...string[]]),
  /** The way of shipping, and what it was shown to cost, such as 'STANDARD:499'. */
  shipping: z
    .string()
    .regex(/^[\w-]{1,64}:\d{1,7}$/)
    .transform((typed) => {
      const [id = '', amount = ''] = typed.split(':')
      return { id, shownAmount: Number(amount) }
    }),
  /** What the items were shown to cost. */
  subtotal: pence,
})
export type CheckoutRequest = z.output<typeof checkoutSchema>

/** A line of the checkout. Amounts are in pence, of one. */
export interface CheckoutLine {
  id: string
  name: string
  size: string | null
  color: string | null
  amount: number
  /** Another than `amount` where the price changed since the buyer last saw it. */
  shownAmount: number
  quantity: number
}

/** What a buyer sees before they are led on to pay. */
export interface CheckoutView {
  lines: CheckoutLine[]
  /** Names of what can no longer be bought and is left out. */
  gone: string[]
  /** In pence. */
  subtotal: number
  country: string
  /** Where orders are sent, by name, our own country first. */
  countries: { code: string; name: string }[]
  /** Empty where nothing can be sent there. */
  choices: ShippingChoice[]
  /** A key for the form. */
  checkoutKey: string
  /** Whether payments can be taken at all. */
  isOpen: boolean
  /** Whether nothing is really paid and printed. */
  isDemo: boolean
}

export const checkoutMessages = {
  changed: {
    title: 'Please look again',
    description: 'Something changed since you saw it. Nothing has been ordered.',
    bad: true,
  },
  incomplete: { title: 'Choose a delivery method', description: 'Choose a country and a way of delivery.', bad: true },
  over: {
    title: 'Please look again',
    description: 'This checkout was left too long ago or replaced by another. Nothing has been ordered under it.',
    bad: true,
  },
  empty: { title: 'Your cart is empty', bad: true },
  closed: { title: 'The shop takes no orders just now', description: 'Your cart is kept.', bad: true },
  unavailable: {
    title: 'The payment page cannot be reached',
    description: 'Nothing has been ordered. Please try again in a few minutes: your cart is kept.',
    bad: true,
  },
} as const

export function tooManyCheckouts(minutes: number) {
  return {
    title: 'Please wait a moment',
    description: `Too many orders were started from here. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    bad: true,
  }
}
