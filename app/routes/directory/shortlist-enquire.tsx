import { EnquiryFormPage } from '#app/features/enquiries/components/ask-form.tsx'
import { ChooseEnquiryRecipientsPage } from '#app/features/enquiries/components/choose-recipients.tsx'
import { enquiryRecipientsMaximum, enquiryToasts } from '#app/features/enquiries/model.ts'
import { getEnquiryRecipientsBySlugs } from '#app/features/enquiries/service.server.ts'
import { getShortlistedBusinessSlugs } from '#app/features/shortlist/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { loadSignedInSenderPrefill } from '../known-sender.server.ts'
import type { Route } from './+types/shortlist-enquire.ts'
import { handleNewEnquiryForm } from './ask.actions.server.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

const tooMany = `Choose up to ${enquiryRecipientsMaximum} businesses.`
const noneLeft = 'None of these accept enquiries any more. Choose others.'

const readChosen = (request: Request) => [...new Set(new URL(request.url).searchParams.getAll('business'))]

/** First the choice of businesses on the visitor's shortlist, then the form, whose address names them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const chosen = readChosen(request)
  const recipients =
    chosen.length <= enquiryRecipientsMaximum ? await getEnquiryRecipientsBySlugs(platform, chosen) : []
  const known = await loadSignedInSenderPrefill(context)
  if (recipients.length > 0) return { recipients, known, choice: null, problem: null }
  const slugs = await getShortlistedBusinessSlugs(platform, await shortlistOwnerOfRequest(request, context))
  const pages = Math.ceil(slugs.length / enquiryRecipientsMaximum)
  const choice = await Promise.all(
    Array.from({ length: pages }, (_, page) =>
      getEnquiryRecipientsBySlugs(
        platform,
        slugs.slice(page * enquiryRecipientsMaximum, (page + 1) * enquiryRecipientsMaximum),
      ),
    ),
  )
  const problem = chosen.length === 0 ? null : chosen.length > enquiryRecipientsMaximum ? tooMany : noneLeft
  return { recipients, known, choice: choice.flat(), problem }
}

export async function action({ request, context }: Route.ActionArgs) {
  const slugs = readChosen(request).slice(0, enquiryRecipientsMaximum)
  return handleNewEnquiryForm(
    request,
    context,
    slugs.map((slug) => ({ slug, name: '' })),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, enquiryToasts.failed)

export function meta() {
  return [{ title: 'Ask for a quote – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function ShortlistEnquire({ loaderData, actionData }: Route.ComponentProps) {
  const { recipients, known, choice, problem } = loaderData
  if (choice) return <ChooseEnquiryRecipientsPage recipients={choice} problem={problem} />
  return <EnquiryFormPage recipients={recipients} known={known} answer={actionData} />
}
