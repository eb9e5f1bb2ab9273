import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { canOpenStaffPages } from '#app/features/profile/policy.server.ts'
import type { StaffOpenReportsCount } from '#app/features/reports/model.ts'
import { countReportsAndObjectionsToDecide } from '#app/features/reports/queue-service.server.ts'
import { UndoVerificationDecisionLines } from '#app/features/verification/components/undo-lines.tsx'
import type { UndoableVerificationDecision } from '#app/features/verification/decisions/model.ts'
import { getOwnUndoableVerificationDecisions } from '#app/features/verification/decisions/undo-service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import AreaLayout, { ErrorBoundary as AreaError } from '../area.tsx'
import type { Route } from './+types/staff-area.ts'

/** What every page of staff shows besides its own. */
interface StaffArea extends StaffOpenReportsCount {
  undoable: UndoableVerificationDecision[]
}

const nothing: StaffArea = { openReports: 0, undoable: [] }

/**
 * What the navigation of staff counts, and what a reviewer can still undo. Each page decides by itself who sees it, and works without
 * them.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<StaffArea> {
  const platform = context.get(platformContext)
  try {
    const actor = await context.get(actorContext)()
    if (!canOpenStaffPages(actor)) return nothing
    const [openReports, undoable] = await Promise.all([
      countReportsAndObjectionsToDecide(platform, actor),
      getOwnUndoableVerificationDecisions(platform, actor),
    ])
    return { openReports, undoable }
  } catch (error) {
    platform.log.error({ requestId: context.get(requestContext).id, error }, 'the frame of staff could not be loaded')
    return nothing
  }
}

/** Also after a form that was refused, as one that undoes a decision too late; not where the server could not be reached or was unable. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503

/** Holds the pages of staff. */
export default function StaffAreaLayout({ loaderData: { undoable } }: Route.ComponentProps) {
  return (
    <>
      <UndoVerificationDecisionLines decisions={undoable} />
      <AreaLayout />
    </>
  )
}

export function ErrorBoundary({ loaderData, error, params }: Route.ErrorBoundaryProps) {
  return (
    <>
      <UndoVerificationDecisionLines decisions={loaderData?.undoable ?? []} />
      <AreaError error={error} params={params} />
    </>
  )
}
