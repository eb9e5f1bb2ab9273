import { getOwnSentEnquiry } from '#app/features/enquiries/sent-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/own-enquiry-file.ts'
import { respondWithSentEnquiryJson } from './enquiry-file.server.ts'

/** A member's copy of their own enquiry. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return respondWithSentEnquiryJson(
    (await getOwnSentEnquiry(context.get(platformContext), actor, params.id))?.request ?? null,
  )
}
