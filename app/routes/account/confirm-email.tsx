import { data, href } from 'react-router'
import { AuthLayout } from '#app/features/account/components/auth-layout.tsx'
import { ConfirmEmail } from '#app/features/account/components/confirm-email.tsx'
import { getEmailChange } from '#app/features/account/email-change-service.server.ts'
import { emailNotChanged } from '#app/features/account/model.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/confirm-email.ts'
import { handleEmailChange, redirectExpiredLink } from './confirmation.actions.server.ts'

/** The page of the link that confirms a new sign-in address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const actor = await context.get(actorContext)()
  const change = await getEmailChange(context.get(platformContext), actor, token)
  if (!change) throw await redirectExpiredLink(actor !== null)
  return data({ change }, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** Confirms it, for the signed-in member or with the account's password. It opens no session. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const form = await readForm(request)
  const platform = context.get(platformContext)
  const actor = await context.get(actorContext)()
  const change = await getEmailChange(platform, actor, token)
  if (!change) return redirectExpiredLink(actor !== null)
  return handleEmailChange({ platform, actor, token, isOwnAccount: change.isOwnAccount }, form)
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, emailNotChanged)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Confirm your new email address – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function ConfirmEmailAddress({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthLayout title="Confirm your new email address" tab={null} returnTo={href('/')}>
      <ConfirmEmail change={loaderData.change} answer={actionData} />
    </AuthLayout>
  )
}
