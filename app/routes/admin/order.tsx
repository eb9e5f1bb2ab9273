import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { getAdministeredOrder, refundOrder, retryPrint } from '#app/features/orders/administration-service.server.ts'
import { AdministeredOrderPage } from '#app/features/orders/components/administered-order.tsx'
import { refundMessages, refundSchema, retryMessages } from '#app/features/orders/refund-schema.ts'
import { administeredOrderPath } from '#app/features/orders/view-rules.ts'
import { AdminNav } from '#app/features/review/components/admin-nav.tsx'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'
import type { Route } from './+types/order.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const order = await getAdministeredOrder(context.get(platformContext), actor, params.id)
  if (!order) throw data(null, { status: 404 })
  return { order, refundKey: randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const page = administeredOrderPath(params.id)
  switch (form.get('form')) {
    case 'retry': {
      const result = await retryPrint(platform, actor, params.id)
      if (result === 'not-found') throw data(null, { status: 404 })
      return redirectWithFlash(page, retryMessages[result])
    }
    case 'refund': {
      const submission = parseForm(form, refundSchema)
      if (submission.status !== 'success') return data({ result: submission.reply() }, { status: 400 })
      const result = await refundOrder(platform, actor, params.id, submission.value)
      if (result === 'not-found') throw data(null, { status: 404 })
      if (result === 'too-much') {
        const refusal = submission.reply({ fieldErrors: { amount: [refundMessages.tooMuch] } })
        return data({ result: refusal }, { status: 400 })
      }
      return redirectWithFlash(page, result === 'done' ? refundMessages.asked : refundMessages.unpaid)
    }
    default:
      throw data(null, { status: 400 })
  }
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

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
