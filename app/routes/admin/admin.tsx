import { AdminCountsAndTabsHeader } from '#app/features/admin/components/admin-head.tsx'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { BusinessListForStaff } from '#app/features/admin/components/business-list.tsx'
import { ProfileListForStaff } from '#app/features/admin/components/profile-list.tsx'
import { VerificationQueueList } from '#app/features/admin/components/queue.tsx'
import { RemovedTradesNotice } from '#app/features/admin/components/removed-trades-notice.tsx'
import { adminTabLabels, parseAdminSearchTerm, parseAdminTab } from '#app/features/admin/rules.ts'
import {
  countOverdueVerificationCases,
  getAdminCounts,
  getBusinessesForStaff,
  getNextClaimableCaseId,
  getProfilesForStaff,
  getRemovedTradesStillOnBusinesses,
  getVerificationQueue,
  getVerificationQueueChangeVersion,
} from '#app/features/admin/service.server.ts'
import { getAdminOrdersSummary, getOrdersForStaff } from '#app/features/orders/administration-service.server.ts'
import { ShopAdminPanel } from '#app/features/orders/components/shop-panel.tsx'
import { parseOrderState } from '#app/features/orders/views/rules.ts'
import { ProductSyncStatusCard } from '#app/features/shop/components/sync-state.tsx'
import { getProductSyncStatuses } from '#app/features/shop/sync/service.server.ts'
import { VerificationNameChangesQueueLink } from '#app/features/verification/components/changed-names.tsx'
import { VerificationsWithoutBasisNotice } from '#app/features/verification/components/missing-records.tsx'
import { PostponedVerificationEndsNotice } from '#app/features/verification/components/postponed-ends-notice.tsx'
import { UndoVerificationRefusalNotice } from '#app/features/verification/components/undo-lines.tsx'
import { verificationQueueFailureToasts } from '#app/features/verification/decisions/model.ts'
import { getPostponedVerificationEndsSummary } from '#app/features/verification/maintenance/end-service.server.ts'
import { getVerificationNameChangeCount } from '#app/features/verification/names/service.server.ts'
import { canAllowPostponedVerificationEnds } from '#app/features/verification/policy.server.ts'
import { getVerificationWithoutBasisRecordCounts } from '#app/features/verification/records/settlement-service.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import { formatRelativeDate } from '#app/lib/relative-date.ts'
import { workingDaysSince } from '#app/lib/working-days.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { useLiveReload } from '#app/ui/use-live.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/admin.ts'
import { handleVerificationQueueForm } from './admin.actions.server.ts'
import { verificationQueueOrderOfRequest } from './queue-order.server.ts'
import { requireAdminForPage, requireStaffForPage } from './staff-access.server.ts'
import '#app/features/admin/components/admin.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const tab = parseAdminTab(searchParams.get('tab'))
  const actor = await (tab === 'verifications' ? requireStaffForPage : requireAdminForPage)(request, context)
  const platform = context.get(platformContext)
  const pageRequest = parseKeysetPageRequest(searchParams)
  const term = parseAdminSearchTerm(searchParams.get('search'))
  const list = async () => {
    switch (tab) {
      case 'verifications': {
        const order = await verificationQueueOrderOfRequest(request)
        const now = new Date()
        const [{ rows, ...places }, nextCase, overdue, changedNames] = await Promise.all([
          getVerificationQueue(platform, actor, order, pageRequest),
          getNextClaimableCaseId(platform, actor, null, order),
          countOverdueVerificationCases(platform, actor, now),
          getVerificationNameChangeCount(platform, actor),
        ])
        const waiting = rows.map(({ waitingSince, ...row }) => ({
          ...row,
          submitted: formatRelativeDate(waitingSince, now).replace('Recently', 'just now'),
          workingDays: workingDaysSince(waitingSince, now),
        }))
        return {
          tab,
          order,
          page: { ...places, rows: waiting },
          hasNext: nextCase !== null,
          overdue,
          changedNames,
        }
      }
      case 'businesses': {
        const [page, removedTrades] = await Promise.all([
          getBusinessesForStaff(platform, actor, term, pageRequest),
          getRemovedTradesStillOnBusinesses(platform, actor),
        ])
        return { tab, page, removedTrades }
      }
      case 'profiles':
        return { tab, page: await getProfilesForStaff(platform, actor, term, pageRequest) }
      case 'shop': {
        const filter = { term, state: parseOrderState(searchParams.get('state')) }
        const [page, summary, syncs] = await Promise.all([
          getOrdersForStaff(platform, actor, filter, pageRequest),
          getAdminOrdersSummary(platform, actor),
          getProductSyncStatuses(platform, actor),
        ])
        return { tab, page, filter, summary, syncs }
      }
    }
  }
  // Read before the data, so that a change in between causes an event.
  const version = await getVerificationQueueChangeVersion(platform, actor)
  const [counts, shown, postponed, records] = await Promise.all([
    getAdminCounts(platform, actor),
    list(),
    canAllowPostponedVerificationEnds(actor) ? getPostponedVerificationEndsSummary(platform, actor) : null,
    getVerificationWithoutBasisRecordCounts(platform, actor),
  ])
  return { version, counts, shown, term, postponed, records, address: requestPathInBrowser(request.url) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  // Allowing verifications to end is for admins alone.
  const require = form.get('form') === 'allow-ends' ? requireAdminForPage : requireStaffForPage
  const actor = await require(request, context)
  const sent = {
    platform: context.get(platformContext),
    actor,
    request,
    order: await verificationQueueOrderOfRequest(request),
  }
  return handleVerificationQueueForm(sent, form)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, verificationQueueFailureToasts)

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${adminTabLabels[loaderData?.shown.tab ?? 'verifications']} – Admin – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Admin({
  loaderData: { version, counts, shown, term, postponed, records, address },
  actionData,
}: Route.ComponentProps) {
  // The queue and the claims update live.
  useLiveReload('queue', version)
  return (
    <>
      <AdminNav isAdmin={counts.users !== null} />
      <div className="wrap admin">
        <AdminCountsAndTabsHeader tab={shown.tab} counts={counts} />
        <FormAnswerNotice answer={actionData?.form === 'undo' ? undefined : actionData} />
        <VerificationsWithoutBasisNotice {...records} />
        {postponed && <PostponedVerificationEndsNotice postponed={postponed} />}
        {shown.tab === 'verifications' && (
          <>
            <UndoVerificationRefusalNotice answer={actionData?.form === 'undo' ? actionData : undefined} />
            <VerificationNameChangesQueueLink count={shown.changedNames} />
            <VerificationQueueList {...shown} />
          </>
        )}
        {shown.tab === 'businesses' && (
          <>
            {shown.removedTrades.length > 0 && <RemovedTradesNotice trades={shown.removedTrades} />}
            <BusinessListForStaff page={shown.page} term={term} address={address} />
          </>
        )}
        {shown.tab === 'profiles' && <ProfileListForStaff page={shown.page} term={term} address={address} />}
        {shown.tab === 'shop' && (
          <ShopAdminPanel
            page={shown.page}
            filter={shown.filter}
            summary={shown.summary}
            isBehind={shown.syncs.some(({ failure }) => failure !== null)}
          >
            <ProductSyncStatusCard syncs={shown.syncs} />
          </ShopAdminPanel>
        )}
      </div>
    </>
  )
}
