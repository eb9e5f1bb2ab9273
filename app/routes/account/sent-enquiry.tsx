import { data, href } from 'react-router'
import { ConfirmSentEnquiry, SentEnquiry, SentEnquiryGone } from '#app/features/enquiries/components/sent-enquiry.tsx'
import { enquiryMessages } from '#app/features/enquiries/model.ts'
import { confirmSentEnquiry, eraseSentEnquiry, getSentEnquiry } from '#app/features/enquiries/sent-service.server.ts'
import { requestPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { defineForm, handleForms, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sent-enquiry.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The page behind a sender's link. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request)
  const view = await getSentEnquiry(context.get(platformContext), token)
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
    failed: enquiryMessages.notConfirmed,
    handle: async ({ platform, token, page }: Sent) => {
      const isThere = await confirmSentEnquiry(platform, token)
      return redirectWithFlash(page, isThere ? enquiryMessages.confirmed : enquiryMessages.notFound)
    },
  }),
  defineForm({
    name: 'erase-sent',
    failed: enquiryMessages.notErased,
    handle: async ({ platform, token, page }: Sent) => {
      const isOurs = await eraseSentEnquiry(platform, token)
      return redirectWithFlash(page, isOurs ? enquiryMessages.erased : enquiryMessages.notFound)
    },
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const sent = { platform: context.get(platformContext), token: readToken(request), page: requestPath(request.url) }
  return handleSentForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, { 'confirm-sent': enquiryMessages.notConfirmed, 'erase-sent': enquiryMessages.notErased })

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Your enquiry – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiryPage({ loaderData: { view, file }, actionData }: Route.ComponentProps) {
  switch (view.state) {
    case 'gone':
      return <SentEnquiryGone />
    case 'unconfirmed':
      return <ConfirmSentEnquiry {...view} answer={actionData} />
    case 'confirmed':
      return <SentEnquiry request={view.request} deletedOn={view.deletedOn} file={file} answer={actionData} />
  }
}
