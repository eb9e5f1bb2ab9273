import { data } from 'react-router'
import { NoBusinessFound } from '#app/features/businesses/components/no-business-found.tsx'
import { OwnStatisticsScreen } from '#app/features/visits/components/own-statistics.tsx'
import { visitMessages } from '#app/features/visits/model.ts'
import { getOwnStatistics } from '#app/features/visits/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/own-statistics.ts'
import { handleStatisticsForm } from './own-statistics.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const statistics = await getOwnStatistics(context.get(platformContext), actor)
  return data({ statistics }, { status: statistics ? 200 : 404 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleStatisticsForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, visitMessages.mailNotSwitched)

export function meta() {
  return [{ title: 'Statistics – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function OwnStatisticsPage({ loaderData: { statistics }, actionData }: Route.ComponentProps) {
  return statistics ? <OwnStatisticsScreen {...statistics} answer={actionData} /> : <NoBusinessFound />
}
