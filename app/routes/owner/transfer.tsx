import { data } from 'react-router'
import { authTabPath } from '#app/features/account/components/auth-path.ts'
import {
  OwnershipInvitationInvalidPage,
  OwnershipTransferAcceptedPage,
  OwnershipTransferInvitationPage,
} from '#app/features/businesses/components/transfer/transfer-page.tsx'
import { ownershipTransferMessages } from '#app/features/businesses/transfer/model.ts'
import {
  getOwnershipInvitationPageData,
  type OwnershipInvitationTokenOrId,
} from '#app/features/businesses/transfer/service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { admitUnlessSuspended, requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/transfer.ts'
import { handleOwnershipTransferInvitationForm } from './transfer.actions.server.ts'

function readKey(request: Request): OwnershipInvitationTokenOrId {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('id')
  return id === null ? { token: searchParams.get('token') ?? '' } : { id }
}

/** The page of an invitation to take a business on. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await admitUnlessSuspended(context)
  const transfer = await getOwnershipInvitationPageData(context.get(platformContext), actor, readKey(request))
  return data(
    { transfer, path: requestPathInBrowser(request.url) },
    { status: transfer.state === 'ended' ? 404 : 200, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

/** Accepts it. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, key: readKey(request) }
  return handleOwnershipTransferInvitationForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, ownershipTransferMessages.failed)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.transfer.state === 'open' ? 'Take over a listing' : 'Invitation'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function TransferRoute({ loaderData: { transfer, path }, actionData }: Route.ComponentProps) {
  switch (transfer.state) {
    case 'open':
      return (
        <OwnershipTransferInvitationPage
          transfer={transfer}
          loginPath={authTabPath('login', path)}
          registerPath={authTabPath('register', path)}
          answer={actionData}
        />
      )
    case 'taken-on':
      return <OwnershipTransferAcceptedPage businessName={transfer.businessName} />
    case 'ended':
      return <OwnershipInvitationInvalidPage />
  }
}
