/** Names of the fields of the form of /shop/checkout. */
export const checkoutFields = {
  /** A uuid made with the form: what is sent twice under it counts once. */
  key: 'checkout',
  /** ISO 3166-1 alpha-2. */
  country: 'country',
  /** The print provider's name of the chosen way of shipping. */
  shipping: 'shipping',
} as const

/** Where the cart is ordered and paid. GET shows what it comes to; POST orders it and leads on to the payment page. */
export const checkoutPath = '/shop/checkout'
