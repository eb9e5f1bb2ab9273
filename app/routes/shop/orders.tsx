import { OwnOrderList } from '#app/features/orders/components/own-orders.tsx'
import { getOwnOrders } from '#app/features/orders/views/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/orders.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return { orders: await getOwnOrders(context.get(platformContext), actor) }
}

export function meta() {
  return [{ title: 'Your orders – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Your orders" lead="Orders you placed while logged in." />
      <section className="wrap section" aria-labelledby="orders">
        <h2 id="orders" className="sr-only">
          Newest first
        </h2>
        <OwnOrderList orders={loaderData.orders} />
      </section>
    </>
  )
}
