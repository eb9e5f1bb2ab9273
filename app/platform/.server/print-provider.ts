/** A product of our store as the provider lists it. */
export interface PrintProduct {
  id: number
  externalId: string
  name: string
  /** How many variants it has, and how many of them can be made. */
  variants: number
  synced: number
  /** Address at the provider. */
  thumbnailUrl: string | null
  isIgnored: boolean
}

/** A variant of a product of our store. */
export interface PrintVariant {
  /** What is ordered by. */
  id: number
  /** What shipping rates are asked by. */
  catalogueId: number
  name: string
  synced: boolean
  isIgnored: boolean
  /** Such as '24.50', as the provider writes it; null where none was set. */
  retailPrice: string | null
  currency: string
  size: string | null
  color: string | null
  /** Address at the provider. */
  image: string | null
  /** Whether it can be had just now. */
  isAvailable: boolean
}

export interface PrintProductDetails {
  product: PrintProduct
  variants: PrintVariant[]
}

/** Where something is to be sent, as far as rates depend on it. */
export interface RateRecipient {
  /** ISO 3166-1 alpha-2. */
  country: string
  postcode?: string | null
  city?: string | null
  /** Code of the state, which the United States, Canada and Australia need. */
  state?: string | null
  line1?: string | null
}

export interface ShippingRate {
  /** What an order names it by, such as 'STANDARD'. */
  id: string
  name: string
  /** Pence. */
  amount: number
  /** Days until it arrives, from the order. */
  minDays: number
  maxDays: number
}

export interface PrintRecipient {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  phone: string | null
  email: string | null
}

export interface PrintOrderRequest {
  /** At most 32 characters; the provider takes each once. */
  externalId: string
  /** Id of a shipping rate. */
  shipping: string
  recipient: PrintRecipient
  /** `amount` in pence, of one, as it was paid. */
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

export interface PrintOrder {
  id: number
  externalId: string | null
  /** In the provider's words: draft, pending, failed, canceled, inprocess, onhold, partial, fulfilled, archived. */
  status: string
  shipments: PrintShipment[]
}

export type PrintErrorReason =
  /** No connection, or the provider says that something is wrong with it. What was to be done may have been done. */
  | 'down'
  /** No answer in time. What was to be done may have been done. */
  | 'slow'
  /** Asked too often: nothing was done. */
  | 'too-many'
  /** The provider does not want it: nothing was done. */
  | 'refused'
  /** An answer that cannot be understood. What was to be done may have been done. */
  | 'odd'

/** Why the provider did not do what it was asked. The message goes on from 'the print provider': 'cannot be reached', 'refused: ...'. */
export class PrintProviderError extends Error {
  override name = 'PrintFailed'
  readonly reason: PrintErrorReason
  /** HTTP status of its answer; null where there was none. */
  readonly status: number | null
  /** When to ask again; null where it is not said. */
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

/** The print-on-demand provider. Each of these throws PrintFailed. */
export interface PrintProvider {
  /** Every product of our store. */
  listProducts: () => Promise<PrintProduct[]>
  /** Null where there is none of that id. */
  getProduct: (id: number) => Promise<PrintProductDetails | null>
  /** Bytes of a picture the provider named. @throws OutsideFailed */
  readPicture: (address: string) => Promise<Uint8Array>
  /** Ways of sending these items there, in pounds. */
  rates: (recipient: RateRecipient, items: { catalogueId: number; quantity: number }[]) => Promise<ShippingRate[]>
  /** Has an order printed and sent. */
  createOrder: (order: PrintOrderRequest) => Promise<PrintOrder>
  /** The order we gave this id; null where there is none. */
  findOrder: (externalId: string) => Promise<PrintOrder | null>
  /** Has the provider post these kinds of events to an address. */
  setWebhook: (url: string, types: string[]) => Promise<void>
}
