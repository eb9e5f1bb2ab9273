import { data } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { ReportedItemPage } from '#app/features/reports/components/reported-item.tsx'
import { reportToasts } from '#app/features/reports/model.ts'
import { getReportedItem } from '#app/features/reports/queue-service.server.ts'
import { parseReportsPageNumber } from '#app/features/reports/rules.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/report.ts'
import { handleReportDecisionForm } from './reports.actions.server.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const item = await getReportedItem(
    context.get(platformContext),
    actor,
    params.id,
    parseReportsPageNumber(new URL(request.url).searchParams),
  )
  if (!item) throw data(null, { status: 404 })
  return { item, isAdmin: canOpenAdminPages(actor) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireStaffForPage(request, context)
  const sent = { platform: context.get(platformContext), actor, id: params.id }
  return handleReportDecisionForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, reportToasts.notDecided)

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.item.subject.name ?? 'Report'} – Reports – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function AdminReport({ loaderData: { item, isAdmin }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <ReportedItemPage item={item} answer={actionData} />
    </>
  )
}
