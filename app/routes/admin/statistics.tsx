import { AdminOnlyPageLayout } from '#app/features/admin/components/admin-page.tsx'
import { AdminStatisticsCharts } from '#app/features/admin/components/statistics-charts.tsx'
import { getStatisticsForAdmins } from '#app/features/admin/statistics-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/statistics.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  return getStatisticsForAdmins(context.get(platformContext), actor)
}

export function meta() {
  return [{ title: 'Statistics – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminStatistics({ loaderData }: Route.ComponentProps) {
  return (
    <AdminOnlyPageLayout title="Statistics" lead="How verification and the directory are doing.">
      <AdminStatisticsCharts {...loaderData} />
    </AdminOnlyPageLayout>
  )
}
