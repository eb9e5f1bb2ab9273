import { SentEnquiries } from '#app/features/leads/components/sent-enquiry.tsx'
import { getOwnRequests } from '#app/features/leads/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/sent-enquiries.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return { requests: await getOwnRequests(context.get(platformContext), actor) }
}

export function meta() {
  return [{ title: 'Enquiries you sent – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiriesPage({ loaderData }: Route.ComponentProps) {
  return <SentEnquiries {...loaderData} />
}
