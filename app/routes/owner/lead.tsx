import { data } from 'react-router'
import { LeadCard } from '#app/features/leads/components/lead-card.tsx'
import { getLead } from '#app/features/leads/inbox-service.server.ts'
import { leadPath } from '#app/features/leads/rules.ts'
import { leadMessages } from '#app/features/leads/schema.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/lead.ts'
import { handleLeadForm } from './inbox.actions.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const lead = await getLead(context.get(platformContext), actor, params.id)
  if (!lead) throw data(null, { status: 404 })
  return { lead }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, id: params.id, page: leadPath(params.id) }
  return handleLeadForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, { 'mark-lead': leadMessages.notMarked, 'lead-note': leadMessages.noteNotSaved })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.lead.name ?? 'Enquiry'} – Enquiries – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function LeadPage({ loaderData: { lead }, actionData }: Route.ComponentProps) {
  return <LeadCard lead={lead} answer={actionData} />
}
