import { cartPaths } from '#app/features/shop/cart/model.ts'
import { mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import { CartScreen } from '#app/features/shop/components/cart-page.tsx'
import { CartProvider } from '#app/features/shop/components/cart-provider.tsx'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/cart.ts'
import { cartOwnerOfRequest } from './cart-owner.server.ts'

/** Whoever has something in it has a cookie. */
export const handle: RouteHandle = { cacheable: {} }

export async function loader({ request, context }: Route.LoaderArgs) {
  const cart = await mergeAndGetCart(context.get(platformContext), await cartOwnerOfRequest(request, context))
  return { cart, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const publicUrl = loaderData?.publicUrl ?? ''
  return pageMeta({
    title: 'Your cart',
    description: 'Items you want to buy from the shop.',
    canonical: publicUrl + cartPaths.page,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
    hidden: true,
  })
}

export default function CartRoute({ loaderData: { cart } }: Route.ComponentProps) {
  return (
    <CartProvider loaded={cart}>
      <CartScreen />
    </CartProvider>
  )
}
