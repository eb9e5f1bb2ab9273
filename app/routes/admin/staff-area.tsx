import { countOpenReports } from '#app/features/reports/decision-service.server.ts'
import type { StaffCounts } from '#app/features/reports/schema.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import AreaLayout, { ErrorBoundary as AreaError } from '../area.tsx'
import type { Route } from './+types/staff-area.ts'

/** What the navigation of staff counts. Each page decides by itself who sees it, and works without the counts. */
export async function loader({ context }: Route.LoaderArgs): Promise<StaffCounts> {
  const platform = context.get(platformContext)
  try {
    const actor = await context.get(actorContext)()
    return { openReports: actor?.isStaff ? await countOpenReports(platform, actor) : 0 }
  } catch (error) {
    platform.log.error({ requestId: context.get(requestContext).id, error }, 'open reports could not be counted')
    return { openReports: 0 }
  }
}

/** Holds the pages of staff. */
export default AreaLayout

export const ErrorBoundary = AreaError
