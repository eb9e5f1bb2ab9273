import { data } from 'react-router'
import { NoOwnBusinessPage } from '#app/features/businesses/components/no-business-found.tsx'
import { OwnVisitStatisticsScreen } from '#app/features/visits/components/own-statistics.tsx'
import { monthlyVisitsMailSwitchToasts } from '#app/features/visits/model.ts'
import { getOwnVisitStatistics } from '#app/features/visits/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/own-statistics.ts'
import { handleMonthlyVisitsMailForm } from './own-statistics.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const statistics = await getOwnVisitStatistics(context.get(platformContext), actor)
  return data({ statistics }, { status: statistics ? 200 : 404 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleMonthlyVisitsMailForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, monthlyVisitsMailSwitchToasts.mailNotSwitched)

export function meta() {
  return [{ title: 'Statistics – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function OwnStatisticsPage({ loaderData: { statistics }, actionData }: Route.ComponentProps) {
  return statistics ? <OwnVisitStatisticsScreen {...statistics} answer={actionData} /> : <NoOwnBusinessPage />
}
