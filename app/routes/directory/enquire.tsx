import { data } from 'react-router'
import { isSlug } from '#app/features/businesses/rules.ts'
import { BusinessNotFound } from '#app/features/directory/components/business-page.tsx'
import { AskPage } from '#app/features/leads/components/ask-form.tsx'
import { leadMessages } from '#app/features/leads/schema.ts'
import { getRecipients } from '#app/features/leads/service.server.ts'
import type { RouteHandle } from '#app/lib/finished-page.ts'
import { finishingContext, platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { loadKnownSender } from '../known-sender.server.ts'
import type { Route } from './+types/enquire.ts'
import { handleAskForm } from './ask.actions.server.ts'

export const handle: RouteHandle = { finished: { claimsVerification: true } }

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const recipients = isSlug(params.slug) ? await getRecipients(platform, [params.slug]) : []
  context.get(finishingContext)?.add(`business:${params.slug}`)
  const known = await loadKnownSender(context)
  return data({ recipients, known }, { status: recipients.length > 0 ? 200 : 404 })
}

/** Sends the enquiry. A business that left the directory meanwhile is told as such, with what was typed. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return handleAskForm(request, context, [{ slug: params.slug, name: '' }])
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, leadMessages.failed)

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.recipients[0]?.name
  return [
    { title: name ? `Ask ${name} for a quote – Muster` : 'Business Not Found – Muster' },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Enquire({ loaderData: { recipients, known }, params, actionData }: Route.ComponentProps) {
  if (recipients.length > 0) return <AskPage recipients={recipients} known={known} answer={actionData} />
  // What was typed stays, should the business have left while somebody wrote.
  if (actionData) {
    return <AskPage recipients={[{ slug: params.slug, name: 'this business' }]} known={known} answer={actionData} />
  }
  return <BusinessNotFound />
}
