import { getSentEnquiryByLinkToken } from '#app/features/enquiries/sent-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/sent-enquiry-file.ts'
import { respondWithSentEnquiryJson } from './enquiry-file.server.ts'

/** A sender's copy of their enquiry. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const view = await getSentEnquiryByLinkToken(context.get(platformContext), token)
  return respondWithSentEnquiryJson(view.state === 'confirmed' ? view.request : null)
}
