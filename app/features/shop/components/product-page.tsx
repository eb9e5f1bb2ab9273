import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { DemoShopNotice } from '#app/ui/demo-notice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { ShareLinks } from '#app/ui/share.tsx'
import { type ListedProduct, productMessages } from '../products/model.ts'
import { CartDrawer, OpenCartButton } from './cart-drawer.tsx'
import { AddToCartForm } from './product-form.tsx'
import { ProductPictureOrDrawing } from './product-picture.tsx'
import { ProductPriceText } from './product-price.tsx'
import './shop.css'

interface ProductScreenProps {
  product: ListedProduct
  /** The public URL. */
  address: string
  isDemo: boolean
}

/** The page of a product, for sharing and for search. */
export function ProductScreen({ product, address, isDemo }: ProductScreenProps) {
  const { slug, name, picture, description } = product
  const page = href('/shop/:slug', { slug })
  return (
    <>
      <div className="wrap product-bar">
        <Link className="more" to={href('/shop')}>
          <Icon of={ArrowLeft} size="small" />
          All products
        </Link>
        <OpenCartButton />
      </div>
      <div className="wrap product-page">
        <ProductPictureOrDrawing
          picture={picture}
          sizes="(min-width: 46rem) 34rem, 100vw"
          alt={picture ? `Picture of ${name}` : ''}
          eager
        />
        <div className="product-about">
          <h1>{name}</h1>
          <ProductPriceText product={product} />
          {isDemo && <DemoShopNotice />}
          <AddToCartForm product={product} page={page} />
          {description && (
            <section aria-labelledby="about">
              <h2 id="about">About it</h2>
              <p className="prose-lines">{description}</p>
            </section>
          )}
          <section aria-labelledby="delivery">
            <h2 id="delivery">Delivery</h2>
            <p>
              Made after you order, and posted by the printer. Delivery times and returns are in the{' '}
              <Link to={href('/terms-and-conditions')}>terms and conditions</Link>.
            </p>
          </section>
          <ShareLinks name={name} address={address} />
        </div>
      </div>
      <CartDrawer page={page} />
    </>
  )
}

/** Shown instead of a product that does not exist. */
export function ProductNotFoundPage() {
  return (
    <MessagePage title="Product not found" links={[{ label: 'All products', to: href('/shop') }]}>
      <p>This product isn't available.</p>
    </MessagePage>
  )
}

/** Shown instead of a product that could not be loaded. */
export function ProductLoadFailedPage({ retry }: { retry: string }) {
  const { title, description } = productMessages.notLoaded
  return (
    <div className="wrap section">
      <h1>{title}</h1>
      <p className="lead mt-3">{description}</p>
      <p className="mt-8">
        <LinkButton to={retry} reloadDocument>
          Try Again
        </LinkButton>
      </p>
    </div>
  )
}
