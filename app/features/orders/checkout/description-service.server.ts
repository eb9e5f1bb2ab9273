import { randomUUID } from 'node:crypto'
import { type CartOwner, mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { orderTotalsOf } from '../rules.ts'
import { defaultDeliveryCountry, deliveryCountries } from './delivery-rules.ts'
import type { CheckoutView } from './model.ts'
import { listShippingChoices } from './shipping-service.server.ts'

const nameOfCountry = new Intl.DisplayNames(['en-GB'], { type: 'region' })

const countries = deliveryCountries
  .map((code) => ({ code, name: nameOfCountry.of(code) ?? code }))
  .sort((one, other) => {
    if (one.code === defaultDeliveryCountry || other.code === defaultDeliveryCountry)
      return one.code === defaultDeliveryCountry ? -1 : 1
    return one.name.localeCompare(other.name, 'en-GB')
  })

/** Returns the total of the owner's cart and the delivery methods for a country. */
export async function mergeCartAndGetCheckoutView(
  platform: Pick<Platform, 'db' | 'log' | 'shop'>,
  owner: CartOwner,
  country: string,
): Promise<CheckoutView> {
  const cart = await mergeAndGetCart(platform, owner)
  const { subtotal } = orderTotalsOf(cart.items, 0)
  return {
    lines: cart.items.map(({ id, name, size, color, amount, shownAmount, quantity }) => ({
      id,
      name,
      size,
      color,
      amount,
      shownAmount,
      quantity,
    })),
    gone: [...new Set(cart.gone.map(({ name }) => name ?? 'An item'))],
    subtotal,
    country,
    countries,
    choices: cart.items.length > 0 ? await listShippingChoices(platform, country, cart.items) : [],
    // Where there is nothing to order, the page is the same for everybody.
    checkoutKey: cart.items.length > 0 ? randomUUID() : '',
    isOpen: platform.shop.paymentProvider !== null,
    isDemo: platform.shop.isDemo,
  }
}
