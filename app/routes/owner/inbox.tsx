import { data, href } from 'react-router'
import { NoBusinessFound } from '#app/features/businesses/components/no-business-found.tsx'
import { Inbox } from '#app/features/enquiries/components/inbox.tsx'
import { getEnquiries, getInboxSummary } from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryMessages } from '#app/features/enquiries/model.ts'
import { parseEnquiryStatus } from '#app/features/enquiries/rules.ts'
import { parsePageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { useLive } from '#app/ui/use-live.ts'
import { getMemberVersion } from '../account/member-version.server.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/inbox.ts'
import { handleInboxForm } from './inbox.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { searchParams } = new URL(request.url)
  const status = parseEnquiryStatus(searchParams)
  // Read before the data, so that a change in between causes an event.
  const version = await getMemberVersion(platform, actor)
  const inbox = await getInboxSummary(platform, actor)
  if (!inbox) return data({ found: null, version }, { status: 404 })
  const page = await getEnquiries(platform, actor, status, parsePageRequest(searchParams))
  return data({ found: { ...inbox, page, status }, version })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, page: href('/my-business/enquiries') }
  return handleInboxForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, enquiryMessages.notSwitched)

export function meta() {
  return [{ title: 'Enquiries – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function InboxPage({ loaderData: { found, version }, actionData }: Route.ComponentProps) {
  useLive('member', version)
  return found ? <Inbox {...found} answer={actionData} /> : <NoBusinessFound />
}
