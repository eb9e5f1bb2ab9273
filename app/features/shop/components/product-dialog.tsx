import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ListedProduct } from '../products/model.ts'
import { AddToCartForm } from './product-form.tsx'
import { ProductPictureOrDrawing } from './product-picture.tsx'
import { ProductPriceText } from './product-price.tsx'
import './shop.css'

interface ProductDialogProps {
  product: ListedProduct
  onClose: () => void
}

/** A product in a native dialog over the list, so the focus stays inside and Escape closes it. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { slug, name, picture, description } = product

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, which Escape does for keys
    <dialog
      ref={dialog}
      className="product-dialog"
      aria-labelledby="product-name"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <div className="product-dialog-inner">
        <Button kind="quiet" className="btn-icon product-dialog-close" onClick={close} aria-label={`Close ${name}`}>
          <Icon of={X} />
        </Button>
        <ProductPictureOrDrawing picture={picture} sizes="(min-width: 46rem) 22rem, 100vw" eager />
        <div className="product-about">
          <h2 id="product-name">{name}</h2>
          <ProductPriceText product={product} />
          {description && <p className="prose-lines">{description}</p>}
          <AddToCartForm product={product} page={href('/shop/:slug', { slug })} onDone={close} />
          <p>
            <Link className="more" to={href('/shop/:slug', { slug })}>
              Open its own page
            </Link>
          </p>
        </div>
      </div>
    </dialog>
  )
}
