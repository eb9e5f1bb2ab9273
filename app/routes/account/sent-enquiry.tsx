import { data, href } from 'react-router'
import {
  ConfirmedSentEnquiryPage,
  ConfirmSentEnquiryPage,
  SentEnquiryNotFoundPage,
} from '#app/features/enquiries/components/sent-enquiry.tsx'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import {
  confirmSentEnquiryByLinkToken,
  eraseSentEnquiryByLinkToken,
  getSentEnquiryByLinkToken,
} from '#app/features/enquiries/sent-service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, makeHandlerOfForms, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sent-enquiry.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The page behind a sender's link. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request)
  const view = await getSentEnquiryByLinkToken(context.get(platformContext), token)
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

const handleSentForm = makeHandlerOfForms([
  defineForm({
    name: 'confirm-sent',
    failed: enquiryToasts.notConfirmed,
    handle: async ({ platform, token, page }: Sent) => {
      const isThere = await confirmSentEnquiryByLinkToken(platform, token)
      return redirectWithFlash(page, isThere ? enquiryToasts.confirmed : enquiryToasts.notFound)
    },
  }),
  defineForm({
    name: 'erase-sent',
    failed: enquiryToasts.notErased,
    handle: async ({ platform, token, page }: Sent) => {
      const isOurs = await eraseSentEnquiryByLinkToken(platform, token)
      return redirectWithFlash(page, isOurs ? enquiryToasts.erased : enquiryToasts.notFound)
    },
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const sent = {
    platform: context.get(platformContext),
    token: readToken(request),
    page: requestPathInBrowser(request.url),
  }
  return handleSentForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, {
    'confirm-sent': enquiryToasts.notConfirmed,
    'erase-sent': enquiryToasts.notErased,
  })

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Your enquiry – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function SentEnquiryPage({ loaderData: { view, file }, actionData }: Route.ComponentProps) {
  switch (view.state) {
    case 'gone':
      return <SentEnquiryNotFoundPage />
    case 'unconfirmed':
      return <ConfirmSentEnquiryPage {...view} answer={actionData} />
    case 'confirmed':
      return (
        <ConfirmedSentEnquiryPage request={view.request} deletedOn={view.deletedOn} file={file} answer={actionData} />
      )
  }
}
