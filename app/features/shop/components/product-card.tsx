import { Plus } from 'lucide-react'
import type { FormEvent, MouseEvent } from 'react'
import { href, Link } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { cartLabels, cartPaths } from '../cart-schema.ts'
import type { ProductCard as Product } from '../product-schema.ts'
import { useCart } from './cart-provider.tsx'
import { ProductPicture } from './product-picture.tsx'
import { ProductPrice } from './product-price.tsx'
import './shop.css'

interface ProductCardProps {
  product: Product
  eager: boolean
  /** Shows it in a dialog, where there is a script to do so; its page shows the same. */
  onOpen: () => void
}

/** A product at a glance: its name leads to all of it. What has one variant alone goes into the cart from here. */
export function ProductCard({ product, eager, onOpen }: ProductCardProps) {
  const { slug, name, picture, sold } = product
  const address = href('/shop/:slug', { slug })
  const open = (event: MouseEvent) => {
    // To open it in a tab of its own is for the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className="product-card">
      <ProductPicture picture={picture} sizes="(min-width: 72rem) 17rem, (min-width: 40rem) 33vw, 50vw" eager={eager} />
      <div className="product-words">
        <h3 className="name">
          <Link to={address} onClick={open}>
            {name}
          </Link>
        </h3>
        {sold.length > 0 && <ProductPrice product={product} />}
        {sold.length === 0 ? (
          <p className="product-unavailable muted">Not available</p>
        ) : sold.length > 1 ? (
          <LinkButton to={address} onClick={open} kind="secondary" size="small" aria-label={`Choose options: ${name}`}>
            Choose options
          </LinkButton>
        ) : (
          <QuickAdd product={product} />
        )}
      </div>
    </li>
  )
}

/** Adds what there is one of. What was taken from the shop since the page was opened is refused in words. */
function QuickAdd({ product: { id, name } }: { product: Product }) {
  const { addItem } = useCart()
  const toast = useToast()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const problem = await addItem(String(id), '', '1')
    if (problem) toast({ title: problem.title, description: problem.description, bad: true })
    else toast({ title: cartLabels.added, description: name })
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

/** Where a product will stand. */
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
