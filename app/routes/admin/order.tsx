import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { getAdministeredOrder } from '#app/features/orders/administration-service.server.ts'
import { AdministeredOrderPage } from '#app/features/orders/components/administered-order.tsx'
import { orderRefundMessages, retryOrderPrintToasts } from '#app/features/orders/payment/refund-model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/order.ts'
import { handleStaffOrderForm } from './admin.actions.server.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  const order = await getAdministeredOrder(context.get(platformContext), actor, params.id)
  if (!order) throw data(null, { status: 404 })
  return { order, refundKey: randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  return handleStaffOrderForm(
    { platform: context.get(platformContext), actor, id: params.id },
    await readFormData(request),
  )
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, { retry: retryOrderPrintToasts.failed, refund: orderRefundMessages.failed })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? `Order ${loaderData.order.number}` : 'Order'} – Admin – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin />
      <AdministeredOrderPage {...loaderData} answer={actionData} />
    </>
  )
}
