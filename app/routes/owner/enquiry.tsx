import { data } from 'react-router'
import { EnquiryCard } from '#app/features/enquiries/components/enquiry-card.tsx'
import { getEnquiry } from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryMessages } from '#app/features/enquiries/model.ts'
import { enquiryPath } from '#app/features/enquiries/rules.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/enquiry.ts'
import { handleEnquiryForm } from './inbox.actions.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const enquiry = await getEnquiry(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, id: params.id, page: enquiryPath(params.id) }
  return handleEnquiryForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, { 'mark-lead': enquiryMessages.notMarked, 'lead-note': enquiryMessages.noteNotSaved })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.enquiry.name ?? 'Enquiry'} – Enquiries – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function EnquiryPage({ loaderData: { enquiry }, actionData }: Route.ComponentProps) {
  return <EnquiryCard enquiry={enquiry} answer={actionData} />
}
