import { data } from 'react-router'
import { isSlug } from '#app/features/businesses/rules.ts'
import { BusinessNotFoundPage } from '#app/features/directory/components/business-page.tsx'
import { EnquiryFormPage } from '#app/features/enquiries/components/ask-form.tsx'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import { getEnquiryRecipientsBySlugs } from '#app/features/enquiries/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageCacheTagsContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { loadSignedInSenderPrefill } from '../known-sender.server.ts'
import type { Route } from './+types/enquire.ts'
import { handleNewEnquiryForm } from './ask.actions.server.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const recipients = isSlug(params.slug) ? await getEnquiryRecipientsBySlugs(platform, [params.slug]) : []
  context.get(pageCacheTagsContext)?.add(`business:${params.slug}`)
  const known = await loadSignedInSenderPrefill(context)
  return data({ recipients, known }, { status: recipients.length > 0 ? 200 : 404 })
}

/** Sends the enquiry. A business that left the directory meanwhile is told as such, with what was typed. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return handleNewEnquiryForm(request, context, [{ slug: params.slug, name: '' }])
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, enquiryToasts.failed)

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.recipients[0]?.name
  return [
    { title: name ? `Ask ${name} for a quote – Muster` : 'Business Not Found – Muster' },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Enquire({ loaderData: { recipients, known }, params, actionData }: Route.ComponentProps) {
  if (recipients.length > 0) return <EnquiryFormPage recipients={recipients} known={known} answer={actionData} />
  // What was typed stays, should the business have left while somebody wrote.
  if (actionData) {
    return (
      <EnquiryFormPage recipients={[{ slug: params.slug, name: 'this business' }]} known={known} answer={actionData} />
    )
  }
  return <BusinessNotFoundPage />
}
