import { data } from 'react-router'
import { z } from 'zod'
import { AuthLayout } from '#app/features/account/components/auth-layout.tsx'
import { ConfirmEmail } from '#app/features/account/components/confirm-email.tsx'
import {
  confirmEmailSchema,
  explainForm,
  linkExpired,
  type ToastMessage,
  tooManyTries,
} from '#app/features/account/schema.ts'
import { confirmEmailChange, getEmailChange } from '#app/features/account/service.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'
import type { Route } from './+types/confirm-email.ts'

const security = '/profile?tab=security'

const expired = (isSignedIn: boolean) =>
  redirectWithFlash(isSignedIn ? security : '/auth', {
    title: linkExpired,
    description: 'Ask for the change again under Security.',
    bad: true,
  })

/** The page of the link that confirms a new sign-in address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const actor = await context.get(actorContext)()
  const change = await getEmailChange(context.get(platformContext), actor, token)
  if (!change) throw expired(actor !== null)
  return data({ change }, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** Confirms it, for the member who is signed in or for the account's password. Nobody is signed in by that. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const form = await readForm(request)
  const platform = context.get(platformContext)
  const actor = await context.get(actorContext)()
  const change = await getEmailChange(platform, actor, token)
  if (!change) return expired(actor !== null)
  const submission = parseForm(form, change.isOwnAccount ? z.object({}) : confirmEmailSchema)
  if (submission.status !== 'success') {
    const messages = Object.values(submission.error ?? {}).flatMap((list) => list ?? [])
    return data<FormAnswer>({ toast: explainForm(messages), result: submission.reply() }, { status: 400 })
  }
  const again = (message: string, status = 400) => {
    const toast: ToastMessage = { title: 'Sign-in address not changed', description: message, bad: true }
    const result = submission.reply({ hideFields: ['password'], fieldErrors: { password: [message] } })
    return data<FormAnswer>({ toast, result }, { status })
  }
  const password = 'password' in submission.value ? submission.value.password : null
  const confirmed = await confirmEmailChange(platform, actor, token, password)
  switch (confirmed.outcome) {
    case 'done':
      return redirectWithFlash(change.isOwnAccount ? security : actor ? '/dashboard' : '/auth', {
        title: 'Sign-in address changed',
        description: 'From now on, log in with the new address.',
      })
    case 'expired':
      return expired(actor !== null)
    case 'wrong-password':
      return again("That is not the account's password")
    case 'limited':
      return again(tooManyTries(confirmed.minutes), 429)
  }
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Confirm your new address – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Address({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthLayout title="Confirm your new address" tab={null} returnTo="/">
      <ConfirmEmail change={loaderData.change} answer={actionData} />
    </AuthLayout>
  )
}
