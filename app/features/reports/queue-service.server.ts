import {
  getStaffConflictOfInterestLevel,
  type StaffConflictOfInterestLevel,
} from '#app/features/profile/policy.server.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import type { ListedReportedItem, ReportDecisionAccess, ReportedItemView, ReportFilter } from './model.ts'
import { canDecideReports } from './policy.server.ts'
import {
  countContentReportReasons,
  countWaitingReportsAndObjections,
  findOpenReportedItemIdOfSubject,
  findReportedItem,
  hasMadeLastReportDecisionSql,
  hasMadeObjectedReportDecisionSql,
  listReportDecisionsOfItem,
  listReportedItems,
  listReportObjectionsOfItem,
  listReportsOfItem,
  reportsPerPageOfItem,
} from './queries.server.ts'

/** Number of reported things, appeals and complaints that wait for a decision. For staff. */
export async function countReportsAndObjectionsToDecide(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<number> {
  requirePermission(actor, canDecideReports)
  return countWaitingReportsAndObjections(db)
}

/** A page of the reported things, the last reported first. For staff. */
export async function getReportedItems(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: ReportFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ListedReportedItem>> {
  requirePermission(actor, canDecideReports)
  return listReportedItems(db, filter, pageRequest)
}

/** Everything that was reported about one thing, for staff; null if there is none. Who owns it, or owned it, sees no reports. */
export async function getReportedItem(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  page = 1,
): Promise<ReportedItemView | null> {
  const who = requirePermission(actor, canDecideReports)
  const item = isUuid(id) ? await findReportedItem(db, id) : null
  if (!item) return null
  const { judged, subjectId, ownerId: _, ...rest } = item
  const waiting = item.isOpen
    ? null
    : await findOpenReportedItemIdOfSubject(db, { subjectType: item.subject.type, subjectId })
  const access = accessBy(
    await getStaffConflictOfInterestLevel(db, who, judged, { hasDecided: hasMadeLastReportDecisionSql(id) }),
  )
  const view = { ...rest, access, waiting, page: 1, pages: 1 }
  if (access === 'owner') return { ...view, reasons: [], reports: [], decisions: [], objections: [] }
  const reasons = await countContentReportReasons(db, id)
  const pages = Math.max(1, Math.ceil(reasons.reduce((sum, { reports }) => sum + reports, 0) / reportsPerPageOfItem))
  const shown = Math.min(page, pages)
  const objections: ReportedItemView['objections'] = []
  for (const objection of await listReportObjectionsOfItem(db, id)) {
    const part = objection.outcome
      ? 'none'
      : await getStaffConflictOfInterestLevel(db, who, judged, {
          hasDecided: hasMadeObjectedReportDecisionSql(objection.id),
        })
    objections.push({ ...objection, access: accessBy(part) })
  }
  const [reports, decisions] = [await listReportsOfItem(db, id, shown), await listReportDecisionsOfItem(db, id)]
  return { ...view, page: shown, pages, reasons, reports, decisions, objections }
}

const accessBy = (part: StaffConflictOfInterestLevel): ReportDecisionAccess => (part === 'none' ? 'open' : part)
