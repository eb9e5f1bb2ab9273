import { data, href } from 'react-router'
import { ConfirmedSentEnquiryPage, SentEnquiryNotFoundPage } from '#app/features/enquiries/components/sent-enquiry.tsx'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import { eraseOwnSentEnquiry, getOwnSentEnquiry } from '#app/features/enquiries/sent-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, makeHandlerOfForms, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/own-enquiry.ts'

/** A member's own enquiry, reached by their session alone. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const view = await getOwnSentEnquiry(context.get(platformContext), actor, params.id)
  return data(
    { view, file: `${href('/enquiries/:id/copy.json', { id: params.id })}` },
    { status: view ? 200 : 404, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

interface Sent {
  platform: Platform
  actor: Actor
  id: string
}

const handleOwnForm = makeHandlerOfForms([
  defineForm({
    name: 'erase-sent',
    failed: enquiryToasts.notErased,
    handle: async ({ platform, actor, id }: Sent) => {
      await eraseOwnSentEnquiry(platform, actor, id)
      return redirectWithFlash(href('/enquiries'), enquiryToasts.erased)
    },
  }),
])

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleOwnForm({ platform: context.get(platformContext), actor, id: params.id }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, enquiryToasts.notErased)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Your enquiry – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function OwnEnquiryPage({ loaderData: { view, file }, actionData }: Route.ComponentProps) {
  return view ? <ConfirmedSentEnquiryPage {...view} file={file} answer={actionData} /> : <SentEnquiryNotFoundPage />
}
