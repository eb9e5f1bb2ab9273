import { redirect } from 'react-router'
import { readAuditFilter } from '#app/features/review/audit-schema.ts'
import { exportAudit } from '#app/features/review/audit-service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/audit-csv.ts'
import { requireAdmin } from './staff-access.server.ts'

/** Hands out all of the audit that a filter names as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  const { filter, problems } = readAuditFilter(searchParams)
  const actor = await requireAdmin(request, context)
  // The page says what is wrong with it.
  if (problems.length > 0) return redirect(`/admin/audit${search}`)
  // Who asks for the head alone takes nothing along.
  const file = request.method === 'GET' ? await exportAudit(context.get(platformContext), actor, filter) : null
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-audit.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
