import { data } from 'react-router'
import { authPath } from '#app/features/account/components/auth-path.ts'
import {
  HandoverEnded,
  HandoverPage,
  HandoverTakenOn,
} from '#app/features/businesses/components/handover/handover-page.tsx'
import { handoverMessages } from '#app/features/businesses/handover/schema.ts'
import { getHandover, type HandoverKey } from '#app/features/businesses/handover/service.server.ts'
import { requestPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { admitUnlessSuspended, requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/handover.ts'
import { handleHandoverForm } from './handover.actions.server.ts'

function readKey(request: Request): HandoverKey {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('id')
  return id === null ? { token: searchParams.get('token') ?? '' } : { id }
}

/** The page of an invitation to take a business on. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await admitUnlessSuspended(context)
  const handover = await getHandover(context.get(platformContext), actor, readKey(request))
  return data(
    { handover, path: requestPath(request.url) },
    { status: handover.state === 'ended' ? 404 : 200, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

/** Accepts it. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const sent = { platform: context.get(platformContext), actor, key: readKey(request) }
  return handleHandoverForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, handoverMessages.failed)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.handover.state === 'open' ? 'Take on a listing' : 'Invitation'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function HandoverRoute({ loaderData: { handover, path }, actionData }: Route.ComponentProps) {
  switch (handover.state) {
    case 'open':
      return (
        <HandoverPage
          handover={handover}
          loginPath={authPath('login', path)}
          registerPath={authPath('register', path)}
          answer={actionData}
        />
      )
    case 'taken-on':
      return <HandoverTakenOn businessName={handover.businessName} />
    case 'ended':
      return <HandoverEnded />
  }
}
