import { exportInboxEnquiries } from '#app/features/enquiries/inbox-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/inbox-csv.ts'

/** Downloads the owner's enquiries as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return new Response(exportInboxEnquiries(context.get(platformContext), actor), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-enquiries.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
