// What the shop and orders need of a print provider. `printful.ts` implements it.

import type { PostalAddress } from '#app/lib/postal-address.ts'

/** A product in our store at the provider. */
export interface PrintProduct {
  id: number
  externalId: string
  name: string
  /** The number of variants, and of those that can be produced. */
  variants: number
  synced: number
  /** URL at the provider. */
  thumbnailUrl: string | null
  isIgnored: boolean
}

/** A variant of a product in our store. */
export interface PrintVariant {
  /** The id used in orders. */
  id: number
  /** The id used for shipping rates. */
  catalogueId: number
  name: string
  synced: boolean
  isIgnored: boolean
  /** As the provider writes it, such as '24.50'; null if no price is set. */
  retailPrice: string | null
  currency: string
  size: string | null
  color: string | null
  /** URL at the provider. */
  image: string | null
  /** Whether it is in stock. */
  isAvailable: boolean
}

export interface PrintProductDetails {
  product: PrintProduct
  variants: PrintVariant[]
}

/** The parts of a delivery address that shipping rates depend on. */
export interface ShippingRateRecipient {
  /** ISO 3166-1 alpha-2. */
  country: string
  postcode?: string | null
  city?: string | null
  /** State code, required for the United States, Canada and Australia. */
  state?: string | null
  line1?: string | null
}

export interface ShippingRate {
  /** The id used in an order, such as 'STANDARD'. */
  id: string
  name: string
  /** Pence. */
  amount: number
  /** Days from order to delivery. */
  minDays: number
  maxDays: number
}

export interface PrintOrderRecipient extends PostalAddress {
  name: string
  email: string | null
}

export interface PrintOrderRequest {
  /** At most 32 characters; must be unique. */
  externalId: string
  /** Id of a shipping rate. */
  shipping: string
  recipient: PrintOrderRecipient
  /** `amount` is the price paid for one, in pence. */
  items: { syncVariantId: number; quantity: number; amount: number }[]
}

export interface PrintShipment {
  id: number
  carrier: string
  service: string
  trackingNumber: string
  trackingUrl: string
  /** ISO 8601. */
  shippedAt: string
}

/** The provider's statuses of an order. */
export const printOrderStatuses = [
  'draft',
  'pending',
  'failed',
  'canceled',
  'inprocess',
  'onhold',
  'partial',
  'fulfilled',
  'archived',
] as const
export type PrintOrderStatus = (typeof printOrderStatuses)[number]

export interface PrintOrder {
  id: number
  externalId: string | null
  status: PrintOrderStatus
  shipments: PrintShipment[]
}

export type PrintErrorReason =
  /** No connection, or the provider reports a fault of its own. The request may have been carried out. */
  | 'down'
  /** No answer in time. The request may have been carried out. */
  | 'slow'
  /** Rate limit exceeded: nothing was done. */
  | 'too-many'
  /** The provider refused the request: nothing was done. */
  | 'refused'
  /** The answer cannot be understood. The request may have been carried out. */
  | 'odd'

/**
 * Thrown when a request to the print provider fails. The message continues 'the print provider ...': 'cannot be reached',
 * 'refused: ...'.
 */
export class PrintProviderError extends Error {
  override name = 'PrintProviderError'
  readonly reason: PrintErrorReason
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null
  /** When to retry; null if unknown. */
  readonly retryAfterSeconds: number | null

  constructor(
    reason: PrintErrorReason,
    message: string,
    {
      status = null,
      retryAfterSeconds = null,
      cause,
    }: { status?: number | null; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The print-on-demand provider. Every method throws {@link PrintProviderError}. */
export interface PrintProvider {
  /** Lists all products of our store. */
  listProducts: () => Promise<PrintProduct[]>
  /** Null if there is no such product. */
  getProduct: (id: number) => Promise<PrintProductDetails | null>
  /**
   * Downloads a picture at a URL given by the provider.
   * @throws SafeFetchError
   */
  readPicture: (address: string) => Promise<Uint8Array>
  /** Shipping options for these items, priced in pounds. */
  rates: (
    recipient: ShippingRateRecipient,
    items: { catalogueId: number; quantity: number }[],
  ) => Promise<ShippingRate[]>
  /** Submits an order for printing and delivery. */
  createOrder: (order: PrintOrderRequest) => Promise<PrintOrder>
  /** Finds an order by our id; null if there is none. */
  findOrder: (externalId: string) => Promise<PrintOrder | null>
  /** Subscribes a URL to these event types. */
  setWebhook: (url: string, types: string[]) => Promise<void>
}
