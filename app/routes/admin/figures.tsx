import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { FiguresCharts } from '#app/features/review/components/figures-charts.tsx'
import { readFigures } from '#app/features/review/figures-service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/figures.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  return readFigures(context.get(platformContext), actor)
}

export function meta() {
  return [{ title: 'Figures – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminFigures({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Figures" lead="How verification and the directory are doing.">
      <FiguresCharts {...loaderData} />
    </AdminPage>
  )
}
