import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { cartPaths } from '../cart/model.ts'
import { CartContentsSection, CartTotalWithCheckoutButton } from './cart-contents.tsx'
import './shop.css'

/** The page of the cart. */
export function CartScreen() {
  return (
    <>
      <PageHead title="Your cart">
        <p className="mt-4">
          <Link className="more" to={href('/shop')}>
            <Icon of={ArrowLeft} size="small" />
            Back to the shop
          </Link>
        </p>
      </PageHead>
      <div className="wrap section cart-page">
        <CartContentsSection page={cartPaths.page} />
        <CartTotalWithCheckoutButton />
      </div>
    </>
  )
}
