import { data } from 'react-router'
import { NoBusinessFound } from '#app/features/businesses/components/no-business-found.tsx'
import { OwnStatisticsScreen } from '#app/features/insight/components/own-statistics.tsx'
import { getOwnStatistics } from '#app/features/insight/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/own-statistics.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const statistics = await getOwnStatistics(context.get(platformContext), actor)
  return data({ statistics }, { status: statistics ? 200 : 404 })
}

export function meta() {
  return [{ title: 'Statistics – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function OwnStatisticsPage({ loaderData: { statistics } }: Route.ComponentProps) {
  return statistics ? <OwnStatisticsScreen {...statistics} /> : <NoBusinessFound />
}
