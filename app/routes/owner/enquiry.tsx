import { data } from 'react-router'
import { InboxEnquiryPage } from '#app/features/enquiries/components/enquiry-card.tsx'
import { getInboxEnquiry } from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import { inboxEnquiryPath } from '#app/features/enquiries/rules.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/enquiry.ts'
import { handleOwnerEnquiryForm } from './inbox.actions.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const enquiry = await getInboxEnquiry(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, id: params.id, page: inboxEnquiryPath(params.id) }
  return handleOwnerEnquiryForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, { 'mark-lead': enquiryToasts.notMarked, 'lead-note': enquiryToasts.noteNotSaved })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.enquiry.name ?? 'Enquiry'} – Enquiries – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function EnquiryPage({ loaderData: { enquiry }, actionData }: Route.ComponentProps) {
  return <InboxEnquiryPage enquiry={enquiry} answer={actionData} />
}
