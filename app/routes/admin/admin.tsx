import { AdminHead } from '#app/features/admin/components/admin-head.tsx'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { StaffBusinessList } from '#app/features/admin/components/business-list.tsx'
import { ProfileList } from '#app/features/admin/components/profile-list.tsx'
import { Queue } from '#app/features/admin/components/queue.tsx'
import { RemovedTradesNotice } from '#app/features/admin/components/removed-trades-notice.tsx'
import { adminTabs, parseAdminTab, parseStaffSearchTerm } from '#app/features/admin/rules.ts'
import {
  countOverdueCases,
  getAdminCounts,
  getBusinessesForStaff,
  getNextCase,
  getProfilesForStaff,
  getQueue,
  getQueueVersion,
  getRemovedTrades,
} from '#app/features/admin/service.server.ts'
import { getOrdersForStaff, getOrdersSummary } from '#app/features/orders/administration-service.server.ts'
import { ShopPanel } from '#app/features/orders/components/shop-panel.tsx'
import { parseOrderState } from '#app/features/orders/views/rules.ts'
import { SyncState } from '#app/features/shop/components/sync-state.tsx'
import { getSyncStatus } from '#app/features/shop/sync/service.server.ts'
import { ChangedNamesLine } from '#app/features/verification/components/changed-names.tsx'
import { MissingRecordsNotice } from '#app/features/verification/components/missing-records.tsx'
import { PostponedEndsNotice } from '#app/features/verification/components/postponed-ends-notice.tsx'
import { UndoRefusalNotice } from '#app/features/verification/components/undo-lines.tsx'
import { queueFailures } from '#app/features/verification/decisions/model.ts'
import { getPostponedEnds } from '#app/features/verification/maintenance/end-service.server.ts'
import { getNameChangeCount } from '#app/features/verification/names/service.server.ts'
import { canAllowEnds } from '#app/features/verification/policy.server.ts'
import { countMissingRecords } from '#app/features/verification/records/settlement-service.server.ts'
import { parsePageRequest } from '#app/lib/keyset-pagination.ts'
import { requestPath } from '#app/lib/links.ts'
import { relativeDate } from '#app/lib/relative-date.ts'
import { workingDaysSince } from '#app/lib/working-days.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { useLive } from '#app/ui/use-live.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/admin.ts'
import { handleQueueForm } from './admin.actions.server.ts'
import { queueOrderOf } from './queue-order.server.ts'
import { requireAdminPage, requireStaffPage } from './staff-access.server.ts'
import '#app/features/admin/components/admin.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const tab = parseAdminTab(searchParams.get('tab'))
  const actor = await (tab === 'verifications' ? requireStaffPage : requireAdminPage)(request, context)
  const platform = context.get(platformContext)
  const pageRequest = parsePageRequest(searchParams)
  const term = parseStaffSearchTerm(searchParams.get('search'))
  const list = async () => {
    switch (tab) {
      case 'verifications': {
        const order = await queueOrderOf(request)
        const now = new Date()
        const [{ rows, ...places }, nextCase, overdue, changedNames] = await Promise.all([
          getQueue(platform, actor, order, pageRequest),
          getNextCase(platform, actor, null, order),
          countOverdueCases(platform, actor, now),
          getNameChangeCount(platform, actor),
        ])
        const waiting = rows.map(({ waitingSince, ...row }) => ({
          ...row,
          submitted: relativeDate(waitingSince, now).replace('Recently', 'just now'),
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
          getRemovedTrades(platform, actor),
        ])
        return { tab, page, removedTrades }
      }
      case 'profiles':
        return { tab, page: await getProfilesForStaff(platform, actor, term, pageRequest) }
      case 'shop': {
        const filter = { term, state: parseOrderState(searchParams.get('state')) }
        const [page, summary, syncs] = await Promise.all([
          getOrdersForStaff(platform, actor, filter, pageRequest),
          getOrdersSummary(platform, actor),
          getSyncStatus(platform, actor),
        ])
        return { tab, page, filter, summary, syncs }
      }
    }
  }
  // Read before the data, so that a change in between causes an event.
  const version = await getQueueVersion(platform, actor)
  const [counts, shown, postponed, records] = await Promise.all([
    getAdminCounts(platform, actor),
    list(),
    canAllowEnds(actor) ? getPostponedEnds(platform, actor) : null,
    countMissingRecords(platform, actor),
  ])
  return { version, counts, shown, term, postponed, records, address: requestPath(request.url) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  // Allowing verifications to end is for admins alone.
  const require = form.get('form') === 'allow-ends' ? requireAdminPage : requireStaffPage
  const actor = await require(request, context)
  const sent = { platform: context.get(platformContext), actor, request, order: await queueOrderOf(request) }
  return handleQueueForm(sent, form)
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, queueFailures)

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${adminTabs[loaderData?.shown.tab ?? 'verifications']} – Admin – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Admin({
  loaderData: { version, counts, shown, term, postponed, records, address },
  actionData,
}: Route.ComponentProps) {
  // The queue and the claims update live.
  useLive('queue', version)
  return (
    <>
      <AdminNav isAdmin={counts.users !== null} />
      <div className="wrap admin">
        <AdminHead tab={shown.tab} counts={counts} />
        <AnswerNotice answer={actionData?.form === 'undo' ? undefined : actionData} />
        <MissingRecordsNotice {...records} />
        {postponed && <PostponedEndsNotice postponed={postponed} />}
        {shown.tab === 'verifications' && (
          <>
            <UndoRefusalNotice answer={actionData?.form === 'undo' ? actionData : undefined} />
            <ChangedNamesLine count={shown.changedNames} />
            <Queue {...shown} />
          </>
        )}
        {shown.tab === 'businesses' && (
          <>
            {shown.removedTrades.length > 0 && <RemovedTradesNotice trades={shown.removedTrades} />}
            <StaffBusinessList page={shown.page} term={term} address={address} />
          </>
        )}
        {shown.tab === 'profiles' && <ProfileList page={shown.page} term={term} address={address} />}
        {shown.tab === 'shop' && (
          <ShopPanel
            page={shown.page}
            filter={shown.filter}
            summary={shown.summary}
            isBehind={shown.syncs.some(({ failure }) => failure !== null)}
          >
            <SyncState syncs={shown.syncs} />
          </ShopPanel>
        )}
      </div>
    </>
  )
}
