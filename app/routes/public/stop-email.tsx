import { data } from 'react-router'
import { StopEmailPage } from '#app/features/insight/components/stop-email-page.tsx'
import { getMailChoice, unsafeStopMonthlyMail } from '#app/features/insight/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/stop-email.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The page behind the link in a monthly email. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const choice = await getMailChoice(context.get(platformContext), readToken(request))
  return data({ choice }, { status: choice ? 200 : 404, headers: { 'Cache-Control': 'private, no-store' } })
}

/**
 * Stops the monthly email, by the button of the page or that of a mail program (RFC 8058), which sends neither cookie nor Origin and must
 * not be redirected. What the body says does not matter.
 */
export async function action({ request, context }: Route.ActionArgs) {
  await unsafeStopMonthlyMail(context.get(platformContext), readToken(request))
  return null
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Monthly email – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function StopEmail({ loaderData: { choice } }: Route.ComponentProps) {
  return <StopEmailPage choice={choice} />
}
