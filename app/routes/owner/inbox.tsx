import { data, href } from 'react-router'
import { NoOwnBusinessPage } from '#app/features/businesses/components/no-business-found.tsx'
import { EnquiryInboxPage } from '#app/features/enquiries/components/inbox.tsx'
import { getEnquiryInboxSummary, getInboxEnquiries } from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import { parseEnquiryStatusFilter } from '#app/features/enquiries/rules.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { useLiveReload } from '#app/ui/use-live.ts'
import { getOwnLiveDataVersion } from '../account/member-version.server.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/inbox.ts'
import { handleEnquiryInboxForm } from './inbox.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { searchParams } = new URL(request.url)
  const status = parseEnquiryStatusFilter(searchParams)
  // Read before the data, so that a change in between causes an event.
  const version = await getOwnLiveDataVersion(platform, actor)
  const inbox = await getEnquiryInboxSummary(platform, actor)
  if (!inbox) return data({ found: null, version }, { status: 404 })
  const page = await getInboxEnquiries(platform, actor, status, parseKeysetPageRequest(searchParams))
  return data({ found: { ...inbox, page, status }, version })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, page: href('/my-business/enquiries') }
  return handleEnquiryInboxForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, enquiryToasts.notSwitched)

export function meta() {
  return [{ title: 'Enquiries – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function InboxPage({ loaderData: { found, version }, actionData }: Route.ComponentProps) {
  useLiveReload('member', version)
  return found ? <EnquiryInboxPage {...found} answer={actionData} /> : <NoOwnBusinessPage />
}
