import { Plus } from 'lucide-react'
import type { FormEvent, MouseEvent } from 'react'
import { href, Link } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { cartPaths, cartSuccessMessages } from '../cart/model.ts'
import type { ListedProduct as Product } from '../products/model.ts'
import { useCart } from './cart-provider.tsx'
import { ProductPictureOrDrawing } from './product-picture.tsx'
import { ProductPriceText } from './product-price.tsx'
import './shop.css'

interface ProductCardProps {
  product: Product
  eager: boolean
  /** Opens the product in a dialog. Without JavaScript the link opens its page. */
  onOpen: () => void
}

/** The card of a product. A product with one variant can be added to the cart from here. */
export function ProductCard({ product, eager, onOpen }: ProductCardProps) {
  const { slug, name, picture, sold } = product
  const address = href('/shop/:slug', { slug })
  const open = (event: MouseEvent) => {
    // Modified clicks are left to the browser, which opens a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className="product-card">
      <ProductPictureOrDrawing
        picture={picture}
        sizes="(min-width: 66rem) 20rem, (min-width: 46rem) 33vw, 50vw"
        eager={eager}
      />
      <div className="product-words">
        <h3 className="name">
          <Link to={address} onClick={open} data-waits="">
            {name}
          </Link>
        </h3>
        {sold.length > 0 && <ProductPriceText product={product} />}
        {sold.length === 0 ? (
          <p className="product-unavailable muted">Not available</p>
        ) : sold.length > 1 ? (
          <LinkButton
            to={address}
            onClick={open}
            data-waits=""
            kind="secondary"
            size="small"
            aria-label={`Choose options: ${name}`}
          >
            Choose options
          </LinkButton>
        ) : (
          <QuickAdd product={product} />
        )}
      </div>
    </li>
  )
}

/** Adds the only variant. The server refuses one that is no longer sold. */
function QuickAdd({ product: { id, name } }: { product: Product }) {
  const { addItem } = useCart()
  const toast = useToast()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const problem = await addItem(String(id), '', '1')
    if (problem) toast({ title: problem.title, description: problem.description, bad: true })
    else toast({ title: cartSuccessMessages.added, description: name })
  }
  return (
    <form method="post" action={cartPaths.change} onSubmit={add}>
      <input type="hidden" name="change" value="add" />
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="page" value={href('/shop')} />
      <Button type="submit" kind="secondary" size="small" aria-label={`Add to Cart: ${name}`}>
        <Icon of={Plus} size="small" />
        Add to Cart
      </Button>
    </form>
  )
}

/** A placeholder for a product. */
export function ProductCardSkeleton() {
  return (
    <li className="product-card product-card-loading">
      <div className="product-picture">
        <Skeleton />
      </div>
      <div className="product-words">
        <Skeleton width="long" />
        <Skeleton width="half" />
      </div>
    </li>
  )
}
