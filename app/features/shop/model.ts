declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    shop: 'cart' | 'sync-products' | 'sync-stripe'
  }
}

/** A variant of a product, as the provider's sync gives it and as we sell it. */
export interface SyncedProductVariant {
  /** The provider's id of the variant in our store, used to order it. */
  id: number
  name: string
  /** Pounds with two decimals, such as '24.50', as the provider writes it. */
  retail_price: string
  currency: string
  synced: boolean
  options: { id: 'size' | 'color'; value: string }[]
  /** The provider's id in its catalogue, used for shipping rates. */
  catalogueId: number
  image: string | null
  /** Why it is not sold; null if it is. */
  refused: string | null
}

/** A line of the cart. */
export interface CartItem {
  /** Product id plus variant id, such as '12-3401'. */
  id: string
  productId: number
  variantId: number
  name: string
  /** Pounds. */
  price: number
  currency: string
  size: string | null
  color: string | null
  image: string | null
  quantity: number
}

export interface Cart {
  items: CartItem[]
  /** Sum of the quantities. */
  itemCount: number
  /** Sum of price times quantity, in pounds. */
  total: number
}
