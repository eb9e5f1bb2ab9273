import { redirect } from 'react-router'
import { parseAuditFilter } from '#app/features/admin/audit-model.ts'
import { exportAuditLogAsCsv } from '#app/features/admin/audit-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/audit-csv.ts'
import { requireAdminForPage } from './staff-access.server.ts'

/** Downloads the filtered audit log as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  const { filter, problems } = parseAuditFilter(searchParams)
  const actor = await requireAdminForPage(request, context)
  // The page shows the errors of the filter.
  if (problems.length > 0) return redirect(`/admin/audit${search}`)
  // A HEAD request is not an export.
  const file = request.method === 'GET' ? await exportAuditLogAsCsv(context.get(platformContext), actor, filter) : null
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-audit.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
