import { printfulUrl, type ShopSettings } from './config.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { PrintProvider } from './print-provider.ts'
import { openPrintProvider } from './printful.ts'
import { openPaymentProvider } from './stripe.ts'

/** Who prints what the shop sells, and who takes the money for it. */
export interface ShopProviders {
  /** Null where no key is set. */
  printProvider: PrintProvider | null
  /** Null where no key is set. */
  paymentProvider: PaymentProvider | null
  /** Address of the store of our own elsewhere; null for none. */
  storeUrl: string | null
  /** Whether nothing is really paid or printed: one of them is a simulator, or its key is one for trying out. */
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
    printProvider: printful && openPrintProvider(printful, { drafts: isPrinterReal && !isMoneyReal }),
    paymentProvider: stripe && openPaymentProvider(stripe),
    storeUrl,
    isDemo: !isMoneyReal || !isPrinterReal,
  }
}
