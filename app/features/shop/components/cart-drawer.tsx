import { ShoppingBag, X } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CartContentsSection, CartTotalWithCheckoutButton } from './cart-contents.tsx'
import { useCart } from './cart-provider.tsx'
import './shop.css'

const id = 'cart'

/** Opens the cart, and shows the number of items. */
export function OpenCartButton() {
  const { itemCount } = useCart()
  return (
    <Button kind="secondary" className="cart-opener" popoverTarget={id}>
      <Icon of={ShoppingBag} />
      Cart
      <span className="cart-count num">
        {itemCount}
        <span className="sr-only"> {itemCount === 1 ? 'item' : 'items'}</span>
      </span>
    </Button>
  )
}

/**
 * The cart as a panel at the side, or at the bottom on small screens. A native popover, so it opens and closes without
 * JavaScript; `menus.ts` moves the focus to its title. `page` is where its forms return to.
 */
export function CartDrawer({ page }: { page: string }) {
  return (
    <aside id={id} popover="auto" className="cart-drawer" aria-label="Your cart">
      <div className="sheet-head">
        <h2 data-opened="" tabIndex={-1}>
          Your cart
        </h2>
        <Button
          kind="quiet"
          className="btn-icon"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close your cart"
        >
          <Icon of={X} />
        </Button>
      </div>
      <CartContentsSection page={page} />
      <CartTotalWithCheckoutButton />
    </aside>
  )
}
