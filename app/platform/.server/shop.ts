import { printfulApiUrl, type ShopSettings } from './config.ts'
import type { AnyCallRateLimiter } from './http/rate-limiter.ts'
import type { PaymentProvider } from './payment/payment-provider.ts'
import { openPaymentProvider } from './payment/stripe.ts'
import type { PrintProvider } from './printing/print-provider.ts'
import { openPrintProvider } from './printing/printful.ts'

/** The providers that print the shop's products and take its payments. */
export interface ShopProviders {
  /** Null if no key is set. */
  printProvider: PrintProvider | null
  /** Null if no key is set. */
  paymentProvider: PaymentProvider | null
  /** URL of the organisation's other store; null if there is none. */
  storeUrl: string | null
  /** True if nothing is really paid or printed: a provider is a simulator or has a test key. */
  isDemo: boolean
}

/**
 * Creates the configured providers; no request is made yet. If payments are not real, as with a Stripe test key, the real printer
 * gets drafts, which it neither prints nor charges for.
 * @param callLimit of the printer, where several processes ask it
 */
export function openShopProviders(
  { printful, stripe, storeUrl }: ShopSettings,
  callLimit?: AnyCallRateLimiter,
): ShopProviders {
  const isMoneyReal = stripe === null || (stripe.url === null && !/^[a-z]+_test_/.test(stripe.secretKey))
  const isPrinterReal = printful === null || printful.url === printfulApiUrl
  return {
    printProvider:
      printful &&
      openPrintProvider(printful, { drafts: isPrinterReal && !isMoneyReal, ...(callLimit && { callLimit }) }),
    paymentProvider: stripe && openPaymentProvider(stripe),
    storeUrl,
    isDemo: !isMoneyReal || !isPrinterReal,
  }
}
