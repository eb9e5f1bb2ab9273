import { printfulUrl, type ShopSettings } from './config.ts'
import type { Payments } from './payments.ts'
import type { Printer } from './print.ts'
import { openPrinter } from './printful.ts'
import { openPayments } from './stripe.ts'

/** Who prints what the shop sells, and who takes the money for it. */
export interface ShopProviders {
  /** Null where no key is set. */
  printer: Printer | null
  /** Null where no key is set. */
  payments: Payments | null
  /** Address of the store of our own elsewhere; null for none. */
  storeUrl: string | null
  /** Whether nothing is really paid or printed: one of them is a stand-in, or its key is one for trying out. */
  isDemo: boolean
}

/**
 * Opens both providers as configured; neither is asked anything yet. Where nobody really pays, as with one of Stripe's keys for
 * trying out, the real printer gets drafts of orders, which it neither prints nor charges for.
 */
export function openShop({ printful, stripe, storeUrl }: ShopSettings): ShopProviders {
  const isMoneyReal = stripe === null || (stripe.url === null && !/^[a-z]+_test_/.test(stripe.secretKey))
  const isPrinterReal = printful === null || printful.url === printfulUrl
  return {
    printer: printful && openPrinter(printful, { drafts: isPrinterReal && !isMoneyReal }),
    payments: stripe && openPayments(stripe),
    storeUrl,
    isDemo: !isMoneyReal || !isPrinterReal,
  }
}
