import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { VerificationsWithoutBasisList } from '#app/features/verification/components/missing-records.tsx'
import {
  getVerificationsWithoutBasisRecord,
  getVerificationWithoutBasisRecordCounts,
} from '#app/features/verification/records/settlement-service.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/records.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const platform = context.get(platformContext)
  const [page, counts] = await Promise.all([
    getVerificationsWithoutBasisRecord(platform, actor, parseKeysetPageRequest(new URL(request.url).searchParams)),
    getVerificationWithoutBasisRecordCounts(platform, actor),
  ])
  return { page, counts, isAdmin: canOpenAdminPages(actor) }
}

export function meta() {
  return [{ title: 'Missing records – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Records({ loaderData: { isAdmin, ...list } }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>Missing records</h1>
          <p className="lead">Verifications that were approved before it was recorded what the reviewer had seen.</p>
        </div>
        <VerificationsWithoutBasisList {...list} />
      </div>
    </>
  )
}
