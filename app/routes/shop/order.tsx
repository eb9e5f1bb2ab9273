import { data } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { OrderPage } from '#app/features/orders/components/order-page.tsx'
import { getOrderForMemberOrLinkHolder } from '#app/features/orders/views/service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/order.ts'

// Contains names and addresses, also for visitors, so it must not be cached.
const guarded = { 'Cache-Control': 'private, no-store' }

// It looks again by itself while a payment is not known yet.
export const handle: RouteHandle = { runsScriptsAtOnce: true }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const key = new URL(request.url).searchParams.get('key')
  const actor = key === null ? await requireSignIn(request, context) : await context.get(actorContext)()
  const order = await getOrderForMemberOrLinkHolder(platform, { actor, key }, params.id)
  if (!order) throw data(null, { status: 404 })
  const { name, email } = siteDetails
  return data(
    {
      order,
      seller: { name, email },
      isDemo: platform.shop.isDemo,
      isMember: actor !== null,
      address: requestPathInBrowser(request.url),
    },
    { headers: guarded },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? `Order ${loaderData.order.number}` : 'Order'} – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Order({ loaderData }: Route.ComponentProps) {
  return <OrderPage {...loaderData} />
}
