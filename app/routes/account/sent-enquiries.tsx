import { z } from 'zod'
import { OwnSentEnquiriesPage } from '#app/features/enquiries/components/sent-enquiry.tsx'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import { eraseOwnSentEnquiry, getOwnSentEnquiries } from '#app/features/enquiries/sent-service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, makeHandlerOfForms, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/sent-enquiries.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return { requests: await getOwnSentEnquiries(context.get(platformContext), actor) }
}

interface Sent {
  platform: Platform
  actor: Actor
  page: string
}

const handleOwnForms = makeHandlerOfForms([
  defineForm({
    name: 'erase-sent',
    failed: enquiryToasts.notErased,
    schema: z.object({ id: z.string().optional() }),
    handle: async ({ platform, actor, page }: Sent, { id = '' }) => {
      const isErased = await eraseOwnSentEnquiry(platform, actor, id)
      return redirectWithFlash(page, isErased ? enquiryToasts.erased : enquiryToasts.notFound)
    },
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, page: requestPathInBrowser(request.url) }
  return handleOwnForms(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, enquiryToasts.notErased)

export function meta() {
  return [{ title: 'Enquiries you sent – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiriesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnSentEnquiriesPage {...loaderData} answer={actionData} />
}
