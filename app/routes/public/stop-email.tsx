import { data } from 'react-router'
import { StopMonthlyVisitsMailPage } from '#app/features/visits/components/stop-email-page.tsx'
import { monthlyVisitsMailSwitchToasts } from '#app/features/visits/model.ts'
import {
  getMonthlyVisitsMailChoiceByStopToken,
  stopMonthlyVisitsMailByLink,
} from '#app/features/visits/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm } from '../define-form.server.ts'
import type { Route } from './+types/stop-email.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The page behind the link in a monthly email. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const choice = await getMonthlyVisitsMailChoiceByStopToken(context.get(platformContext), readToken(request))
  return data({ choice }, { status: choice ? 200 : 404, headers: { 'Cache-Control': 'private, no-store' } })
}

const stopForm = defineForm({
  name: 'stop-email',
  failed: monthlyVisitsMailSwitchToasts.mailNotSwitched,
  handle: async ({ platform, token }: { platform: Platform; token: string }) => {
    await stopMonthlyVisitsMailByLink(platform, token)
    return data(undefined)
  },
})

/**
 * Stops the monthly email, by the button of the page or that of a mail program (RFC 8058), which sends neither cookie nor Origin and must
 * not be redirected. What the body says does not matter.
 */
export async function action({ request, context }: Route.ActionArgs) {
  return stopForm.handle({ platform: context.get(platformContext), token: readToken(request) }, new FormData())
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, monthlyVisitsMailSwitchToasts.mailNotSwitched)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Monthly email – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function StopEmail({ loaderData: { choice }, actionData }: Route.ComponentProps) {
  return <StopMonthlyVisitsMailPage choice={choice} answer={actionData} />
}
