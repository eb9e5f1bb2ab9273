import { Suspense } from 'react'
import { Await, data } from 'react-router'
import { shopPage } from '#app/features/content/service.server.ts'
import { emptyCartView } from '#app/features/shop/cart/model.ts'
import { mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import { CartProvider } from '#app/features/shop/components/cart-provider.tsx'
import { ProductGrid, ProductGridSkeleton, ShopScreen } from '#app/features/shop/components/shop-screen.tsx'
import { canSyncProducts } from '#app/features/shop/policy.server.ts'
import { productMessages } from '#app/features/shop/products/model.ts'
import { listProducts } from '#app/features/shop/products/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import type { Route } from './+types/shop.ts'
import { cartOwnerOfRequest } from './cart-owner.server.ts'

export const handle: RouteHandle = { cacheable: { shows: ['shop'] } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id: requestId, publicUrl } = context.get(requestContext)
  const failed = (error: unknown) => {
    platform.log.error({ requestId, error }, 'the shop could not be loaded')
    return null
  }
  const owner = await cartOwnerOfRequest(request, context)
  const list = listProducts(platform)
    .then((products) => ({ products, problem: null }))
    .catch((error: unknown) => ({ products: failed(error), problem: { ...productMessages.notListed } }))
  const cart = await mergeAndGetCart(platform, owner).catch(failed)
  // A document is sent with the products; a client navigation shows the page at once with placeholders.
  const shown = isForScript(request) ? null : await list
  const page = {
    texts: shopPage,
    storeUrl: platform.shop.storeUrl,
    isDemo: platform.shop.isDemo,
    isAdmin: canSyncProducts(owner.actor),
    publicUrl,
    list: shown ?? list,
    cart: cart ?? emptyCartView,
  }
  return data(page, { status: shown?.problem ? 503 : 200 })
}

/** Whether it is a data request: React Router adds a suffix to the path. */
function isForScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Shop – Muster' }]
  const { publicUrl, texts } = loaderData
  return pageMeta({
    title: 'Shop',
    description: texts.lead,
    canonical: `${publicUrl}/shop`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { texts, storeUrl, isDemo, isAdmin, list, cart } = loaderData
  return (
    <CartProvider loaded={cart}>
      <ShopScreen texts={texts} storeUrl={storeUrl} isDemo={isDemo} isAdmin={isAdmin}>
        {'then' in list ? (
          <Suspense fallback={<ProductGridSkeleton />}>
            <Await resolve={list}>{(listed) => <Products listed={listed} />}</Await>
          </Suspense>
        ) : (
          // Only streamed for data requests: without JavaScript nothing would replace the placeholders.
          <Products listed={list} />
        )}
      </ShopScreen>
    </CartProvider>
  )
}

type Listed = Awaited<Route.ComponentProps['loaderData']['list']>

function Products({ listed: { products, problem } }: { listed: Listed }) {
  return (
    <>
      <FlashMessage message={problem} />
      <ProductGrid products={products} />
    </>
  )
}
