import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { BusinessesWithFactsToConfirmList } from '#app/features/verification/components/facts-to-confirm.tsx'
import {
  getBusinessesWithWaitingFacts,
  maxBusinessesWithWaitingFacts,
} from '#app/features/verification/facts/decision-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/facts.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const businesses = await getBusinessesWithWaitingFacts(context.get(platformContext), actor)
  return { businesses, most: maxBusinessesWithWaitingFacts, isAdmin: canOpenAdminPages(actor) }
}

export function meta() {
  return [{ title: 'Facts to check – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Facts({ loaderData: { isAdmin, ...list } }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>Facts to check</h1>
          <p className="lead">What owners ask us to confirm about their businesses.</p>
        </div>
        <BusinessesWithFactsToConfirmList {...list} />
      </div>
    </>
  )
}
