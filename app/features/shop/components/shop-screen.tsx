import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { href } from 'react-router'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { DemoShopNotice } from '#app/ui/demo-notice.tsx'
import type { DrawnProductKind } from '#app/ui/drawn-thing.ts'
import { ProductDrawing } from '#app/ui/drawn-things.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { HeadedPoints } from '#app/ui/points.tsx'
import { type ListedProduct as Product, productMessages } from '../products/model.ts'
import { CartDrawer, OpenCartButton } from './cart-drawer.tsx'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { StripeSyncButton } from './stripe-sync-button.tsx'
import '#app/ui/points.css'
import './shop.css'

/** Cards of the first row, which load their pictures eagerly. */
const firstRow = 4
const skeletons = 8

/** The texts around the products. */
interface ShopTexts {
  lead: string
  categoriesLead: string
  categories: { title: string; text: string; picture: DrawnProductKind }[]
  why: { title: string; text: string }[]
}

interface ShopScreenProps {
  texts: ShopTexts
  /** URL of an external store; null for none. */
  storeUrl: string | null
  isDemo: boolean
  isAdmin: boolean
  /** The products, or what is shown instead. */
  children: ReactNode
}

/** The shop. */
export function ShopScreen({ texts, storeUrl, isDemo, isAdmin, children }: ShopScreenProps) {
  return (
    <>
      <div className="page-head contours contours-head">
        <div className="wrap shop-head">
          <div>
            <h1>Shop</h1>
            <p className="lead">{texts.lead}</p>
            <div className="row mt-8">
              <OpenCartButton />
              {storeUrl && <StoreLink to={storeUrl} />}
              {isAdmin && <StripeSyncButton />}
            </div>
          </div>
          <ProductDrawing of="shirt" accent={6} />
        </div>
      </div>
      <section className="wrap shop-list" aria-labelledby="products">
        <h2 id="products">Products</h2>
        {isDemo && <DemoShopNotice />}
        {children}
      </section>
      <section className="sand" aria-labelledby="categories">
        <div className="wrap section">
          <h2 id="categories">What we make</h2>
          <p className="lead mt-3">{texts.categoriesLead}</p>
          <ul className="points shop-categories">
            {texts.categories.map(({ title, text, picture }) => (
              <li key={title}>
                <ProductDrawing of={picture} />
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="navy contours contours-band" aria-labelledby="why">
        <div className="wrap section">
          <h2 id="why">Why shop with us</h2>
          <HeadedPoints points={texts.why} columns={3} />
          {storeUrl && (
            <p className="mt-10">
              <StoreLink to={storeUrl} />
            </p>
          )}
        </div>
      </section>
      <CartDrawer page={href('/shop')} />
    </>
  )
}

function StoreLink({ to }: { to: string }) {
  return (
    <a className={buttonClass({ kind: 'secondary' })} href={to} target="_blank" rel="noopener">
      Visit Our Store
      <Icon of={ArrowUpRight} size="small" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** All products; each opens in a dialog. */
export function ProductGrid({ products }: { products: Product[] | null }) {
  const [opened, setOpened] = useState<Product | null>(null)
  if (!products) return <NotListed />
  if (products.length === 0) return <EmptyState title={productMessages.none} />
  return (
    <>
      <ul className="product-cards">
        {products.map((product, index) => (
          <ProductCard key={product.id} product={product} eager={index < firstRow} onOpen={() => setOpened(product)} />
        ))}
      </ul>
      {opened && <ProductDialog product={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Placeholders for the products. */
export function ProductGridSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        Loading products…
      </p>
      <ul className="product-cards" aria-hidden="true">
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: eight of a kind
          <ProductCardSkeleton key={index} />
        ))}
      </ul>
    </>
  )
}

function NotListed() {
  return (
    <EmptyState title={productMessages.listFailed}>
      <p>{productMessages.notListed.description}</p>
      <LinkButton to={href('/shop')} kind="secondary" reloadDocument>
        Try Again
      </LinkButton>
    </EmptyState>
  )
}
