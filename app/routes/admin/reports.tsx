import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { getVerificationQueueChangeVersion } from '#app/features/admin/service.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { OnlineSafetyReviewReminder, ReportedItemList } from '#app/features/reports/components/report-list.tsx'
import { canSeeOnlineSafetyReviewDate } from '#app/features/reports/policy.server.ts'
import { getReportedItems } from '#app/features/reports/queue-service.server.ts'
import { isOnlineSafetyReviewOverdue, parseReportFilter } from '#app/features/reports/rules.ts'
import { londonDay } from '#app/lib/days.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { useLiveReload } from '#app/ui/use-live.ts'
import type { Route } from './+types/reports.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const platform = context.get(platformContext)
  const { searchParams } = new URL(request.url)
  const filter = parseReportFilter(searchParams)
  // Read before the data, so that a change in between causes an event.
  const version = await getVerificationQueueChangeVersion(platform, actor)
  const { safetyReviewBy: date } = siteDetails
  return {
    version,
    filter,
    page: await getReportedItems(platform, actor, filter, parseKeysetPageRequest(searchParams)),
    review: canSeeOnlineSafetyReviewDate(actor)
      ? { date, isOverdue: isOnlineSafetyReviewOverdue(date, londonDay(new Date())) }
      : null,
  }
}

export function meta() {
  return [{ title: 'Reports – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminReports({ loaderData: { version, review, ...list } }: Route.ComponentProps) {
  useLiveReload('queue', version)
  return (
    <>
      <AdminNav isAdmin={review !== null} />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>Reports</h1>
          <p className="lead">What people report about listings, pictures and podcasts, with appeals and complaints.</p>
        </div>
        {review && <OnlineSafetyReviewReminder {...review} />}
        <ReportedItemList {...list} />
      </div>
    </>
  )
}
