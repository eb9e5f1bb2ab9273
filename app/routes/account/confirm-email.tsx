import { data, href } from 'react-router'
import { AuthLayout } from '#app/features/account/components/auth-layout.tsx'
import { ConfirmEmailChangePage } from '#app/features/account/components/confirm-email.tsx'
import { getEmailChangePageDataByToken } from '#app/features/account/email-change-service.server.ts'
import { emailNotChangedToast } from '#app/features/account/model.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/confirm-email.ts'
import { handleEmailChangeConfirmationForm, redirectExpiredEmailChangeLink } from './confirmation.actions.server.ts'

/** The page of the link that confirms a new sign-in address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const actor = await context.get(actorContext)()
  const change = await getEmailChangePageDataByToken(context.get(platformContext), actor, token)
  if (!change) throw await redirectExpiredEmailChangeLink(actor !== null)
  return data({ change }, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** Confirms it, for the signed-in member or with the account's password. It opens no session. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const form = await readFormData(request)
  const platform = context.get(platformContext)
  const actor = await context.get(actorContext)()
  const change = await getEmailChangePageDataByToken(platform, actor, token)
  if (!change) return redirectExpiredEmailChangeLink(actor !== null)
  return handleEmailChangeConfirmationForm({ platform, actor, token, isOwnAccount: change.isOwnAccount }, form)
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, emailNotChangedToast)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Confirm your new email address – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function ConfirmEmailAddress({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthLayout title="Confirm your new email address" tab={null} returnTo={href('/')}>
      <ConfirmEmailChangePage change={loaderData.change} answer={actionData} />
    </AuthLayout>
  )
}
