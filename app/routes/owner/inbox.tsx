import { data, href } from 'react-router'
import { NoBusinessFound } from '#app/features/businesses/components/no-business-found.tsx'
import { Inbox } from '#app/features/leads/components/inbox.tsx'
import { getInbox, getLeads } from '#app/features/leads/inbox-service.server.ts'
import { readStatus } from '#app/features/leads/rules.ts'
import { leadMessages } from '#app/features/leads/schema.ts'
import { readPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
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
  const status = readStatus(searchParams)
  // Read before the data, so that a change in between causes an event.
  const version = await getMemberVersion(platform, actor)
  const inbox = await getInbox(platform, actor)
  if (!inbox) return data({ found: null, version }, { status: 404 })
  const page = await getLeads(platform, actor, status, readPageRequest(searchParams))
  return data({ found: { ...inbox, page, status }, version })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, page: href('/my-business/enquiries') }
  return handleInboxForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, leadMessages.notSwitched)

export function meta() {
  return [{ title: 'Enquiries – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function InboxPage({ loaderData: { found, version }, actionData }: Route.ComponentProps) {
  useLive('member', version)
  return found ? <Inbox {...found} answer={actionData} /> : <NoBusinessFound />
}
