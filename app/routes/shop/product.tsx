import { data } from 'react-router'
import { emptyCartView } from '#app/features/shop/cart/model.ts'
import { mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import { CartProvider } from '#app/features/shop/components/cart-provider.tsx'
import {
  ProductLoadFailedPage,
  ProductNotFoundPage,
  ProductScreen,
} from '#app/features/shop/components/product-page.tsx'
import { productJsonLd } from '#app/features/shop/products/json-ld.ts'
import { productMessages } from '#app/features/shop/products/model.ts'
import { getProductBySlug } from '#app/features/shop/products/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/product.ts'
import { cartOwnerOfRequest } from './cart-owner.server.ts'

export const handle: RouteHandle = { cacheable: { shows: ['shop'] } }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id: requestId, publicUrl } = context.get(requestContext)
  const owner = await cartOwnerOfRequest(request, context)
  const load = async () => {
    const product = await getProductBySlug(platform, params.slug)
    return { product, cart: product ? await mergeAndGetCart(platform, owner) : emptyCartView }
  }
  const found = await load().catch((error: unknown) => {
    platform.log.error({ requestId, error }, 'a product could not be loaded')
    return null
  })
  const page = { publicUrl, canonical: `${publicUrl}/shop/${params.slug}`, isDemo: platform.shop.isDemo }
  if (!found) {
    return data({ ...page, product: null, cart: emptyCartView, problem: productMessages.notLoaded }, { status: 503 })
  }
  return data({ ...page, ...found, problem: null }, { status: found.product ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { product, canonical, publicUrl } = loaderData ?? {}
  if (!product || !canonical) {
    return [{ title: 'Product not found – Muster' }, { name: 'robots', content: 'noindex' }]
  }
  const { name, description } = product
  return pageMeta({
    title: name,
    description: description || `${name}, from the shop of Muster. Made when you order it.`,
    canonical,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  const { product, cart, problem, canonical, publicUrl, isDemo } = loaderData
  if (problem) {
    return (
      <>
        <FlashMessage message={problem} />
        <ProductLoadFailedPage retry={canonical.slice(publicUrl.length)} />
      </>
    )
  }
  if (!product) return <ProductNotFoundPage />
  return (
    <CartProvider loaded={cart}>
      <ProductScreen key={product.id} product={product} address={canonical} isDemo={isDemo} />
      <JsonLd data={productJsonLd(product, canonical, publicUrl)} />
    </CartProvider>
  )
}
