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
  /** Whether one of them is a stand-in: nothing is then printed or paid. */
  isDemo: boolean
}

/** Opens both providers as configured; neither is asked anything yet. */
export function openShop({ printful, stripe, storeUrl }: ShopSettings): ShopProviders {
  return {
    printer: printful && openPrinter(printful),
    payments: stripe && openPayments(stripe),
    storeUrl,
    isDemo: (printful !== null && printful.url !== printfulUrl) || (stripe !== null && stripe.url !== null),
  }
}
