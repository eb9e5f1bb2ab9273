import { data } from 'react-router'
import { parseAuditFilter } from '#app/features/admin/audit-model.ts'
import { getAuditActionsForFilter, getPagedAuditEntries } from '#app/features/admin/audit-service.server.ts'
import { AdminOnlyPageLayout } from '#app/features/admin/components/admin-page.tsx'
import { AuditFilterForm } from '#app/features/admin/components/audit-filters.tsx'
import { AuditList } from '#app/features/admin/components/audit-list.tsx'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/audit.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { typed, filter, problems } = parseAuditFilter(query)
  const actor = await requireAdminForPage(request, context)
  const platform = context.get(platformContext)
  const actions = await getAuditActionsForFilter(platform, actor)
  const page = problems.length === 0 ? await getPagedAuditEntries(platform, actor, filter, cursorIn(query)) : null
  return data({ actions, typed, problems, page }, { status: page ? 200 : 400 })
}

/** The cursor: older entries after an entry, newer ones before it. */
function cursorIn(query: URLSearchParams) {
  const [after, before] = [query.get('after'), query.get('before')]
  if (after) return { id: after, towards: 'older' } as const
  return before ? ({ id: before, towards: 'newer' } as const) : null
}

export function meta() {
  return [{ title: 'Audit – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { actions, typed, problems, page } = loaderData
  return (
    <AdminOnlyPageLayout
      title="Audit"
      lead="Who did what, and when. The log stores only ids; names are shown as they are today."
    >
      <AuditFilterForm actions={actions} typed={typed} problems={problems} />
      {page && <AuditList {...page} typed={typed} />}
    </AdminOnlyPageLayout>
  )
}
