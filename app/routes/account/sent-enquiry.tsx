import { data, href } from 'react-router'
import { ConfirmSent, SentEnquiry, SentGone } from '#app/features/leads/components/sent-enquiry.tsx'
import { leadMessages } from '#app/features/leads/schema.ts'
import { confirmSent, eraseSent, getSentRequest } from '#app/features/leads/service.server.ts'
import { requestPath } from '#app/lib/links.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { defineForm, handleForms, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sent-enquiry.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The page behind a sender's link. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request)
  const view = await getSentRequest(context.get(platformContext), token)
  return data(
    { view, file: `${href('/enquiries/sent.json')}?${new URLSearchParams({ token })}` },
    { status: view.state === 'gone' ? 404 : 200, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

interface Sent {
  platform: Platform
  token: string
  page: string
}

const handleSentForm = handleForms([
  defineForm({
    name: 'confirm-sent',
    failed: leadMessages.notConfirmed,
    handle: async ({ platform, token, page }: Sent) => {
      const isThere = await confirmSent(platform, token)
      return redirectWithFlash(page, isThere ? leadMessages.confirmed : leadMessages.notFound)
    },
  }),
  defineForm({
    name: 'erase-sent',
    failed: leadMessages.notErased,
    handle: async ({ platform, token, page }: Sent) => {
      const isOurs = await eraseSent(platform, token)
      return redirectWithFlash(page, isOurs ? leadMessages.erased : leadMessages.notFound)
    },
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const sent = { platform: context.get(platformContext), token: readToken(request), page: requestPath(request.url) }
  return handleSentForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, { 'confirm-sent': leadMessages.notConfirmed, 'erase-sent': leadMessages.notErased })

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Your enquiry – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiryPage({ loaderData: { view, file }, actionData }: Route.ComponentProps) {
  switch (view.state) {
    case 'gone':
      return <SentGone />
    case 'unconfirmed':
      return <ConfirmSent {...view} answer={actionData} />
    case 'confirmed':
      return <SentEnquiry request={view.request} deletedOn={view.deletedOn} file={file} answer={actionData} />
  }
}
