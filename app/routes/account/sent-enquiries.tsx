import { z } from 'zod'
import { SentEnquiries } from '#app/features/enquiries/components/sent-enquiry.tsx'
import { enquiryMessages } from '#app/features/enquiries/model.ts'
import { eraseOwnEnquiry, getOwnEnquiries } from '#app/features/enquiries/sent-service.server.ts'
import { requestPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { defineForm, handleForms, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/sent-enquiries.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return { requests: await getOwnEnquiries(context.get(platformContext), actor) }
}

interface Sent {
  platform: Platform
  actor: Actor
  page: string
}

const handleOwnForms = handleForms([
  defineForm({
    name: 'erase-sent',
    failed: enquiryMessages.notErased,
    schema: z.object({ id: z.string().optional() }),
    handle: async ({ platform, actor, page }: Sent, { id = '' }) => {
      const isErased = await eraseOwnEnquiry(platform, actor, id)
      return redirectWithFlash(page, isErased ? enquiryMessages.erased : enquiryMessages.notFound)
    },
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, page: requestPath(request.url) }
  return handleOwnForms(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, enquiryMessages.notErased)

export function meta() {
  return [{ title: 'Enquiries you sent – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiriesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SentEnquiries {...loaderData} answer={actionData} />
}
