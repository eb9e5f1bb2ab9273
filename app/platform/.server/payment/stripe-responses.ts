import Stripe from 'stripe'
import type { PostalAddress } from '#app/lib/postal-address.ts'
import {
  type CheckoutSessionState,
  type PaymentErrorReason,
  PaymentProviderError,
  type PaymentState,
} from './payment-provider.ts'

/** Converts a session, which must have been retrieved with its shipping rate expanded. */
export function toCheckoutSessionState(session: Stripe.Checkout.Session): CheckoutSessionState {
  const shippingRate = session.shipping_cost?.shipping_rate
  const rate = typeof shippingRate === 'object' ? shippingRate : null
  const sent = session.collected_information?.shipping_details
  const buyer = session.customer_details
  return {
    id: session.id,
    orderId: session.metadata?.order_id ?? null,
    status: oneOf(['complete', 'expired', 'open'], session.status) ?? 'open',
    paymentStatus: oneOf(['paid', 'no_payment_required', 'unpaid'], session.payment_status) ?? 'unpaid',
    paymentIntentId: idOf(session.payment_intent),
    url: session.url,
    currency: (session.currency ?? '').toUpperCase(),
    subtotal: session.amount_subtotal ?? 0,
    shipping: session.shipping_cost?.amount_total ?? 0,
    tax: session.total_details?.amount_tax ?? 0,
    total: session.amount_total ?? 0,
    email: buyer?.email ?? null,
    name: sent?.name ?? buyer?.name ?? null,
    address: sent ? addressOf(sent.address, buyer?.phone ?? null) : null,
    shippingMethod: rate?.metadata.method ?? null,
    shippingName: rate?.display_name ?? null,
  }
}

function addressOf(address: Stripe.Address, phone: string | null): PostalAddress {
  return {
    line1: address.line1 ?? '',
    line2: address.line2 || null,
    city: address.city ?? '',
    state: address.state || null,
    postcode: address.postal_code || null,
    country: address.country ?? '',
    phone,
  }
}

/** Maps Stripe's payment status to ours. */
export function toPaymentStatus(status: Stripe.PaymentIntent.Status): PaymentState['status'] {
  return oneOf(['succeeded', 'processing', 'canceled'], status) ?? 'open'
}

/** Converts Stripe's errors to ours. */
export function toPaymentProviderError(error: Stripe.errors.StripeError): PaymentProviderError {
  return new PaymentProviderError(reasonOf(error), { code: error.code ?? null, cause: error })
}

function reasonOf(error: Stripe.errors.StripeError): PaymentErrorReason {
  if (error instanceof Stripe.errors.StripeConnectionError) return isTimeout(error.detail) ? 'slow' : 'down'
  const status = error.statusCode ?? 0
  if (status === 429) return 'too-many'
  // 409: the same request is still in progress.
  if (status >= 500 || status === 409) return 'down'
  return status >= 400 ? 'refused' : 'odd'
}

function isTimeout(detail: unknown): boolean {
  return detail instanceof Error && (detail as NodeJS.ErrnoException).code === 'ETIMEDOUT'
}

/** Narrows a value to the known ones; undefined for a value that Stripe added later. */
function oneOf<const Word extends string>(words: readonly Word[], word: string | null): Word | undefined {
  return words.find((known) => known === word)
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference
}
