import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { StatisticsCharts } from '#app/features/review/components/statistics-charts.tsx'
import { readStatistics } from '#app/features/review/statistics-service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/statistics.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  return readStatistics(context.get(platformContext), actor)
}

export function meta() {
  return [{ title: 'Statistics – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminStatistics({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Statistics" lead="How verification and the directory are doing.">
      <StatisticsCharts {...loaderData} />
    </AdminPage>
  )
}
