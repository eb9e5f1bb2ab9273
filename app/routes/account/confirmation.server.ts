import { type RouterContextProvider, redirect } from 'react-router'
import { accountSuspended, linkExpired } from '#app/features/account/schema.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { confirmRegistration } from '#app/features/profile/registration-service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/**
 * Follows the confirmation link of a request for /onboarding: the address is confirmed and its owner signed in. Null where
 * the request brings no token.
 */
export async function followConfirmation(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | null> {
  const token = new URL(request.url).searchParams.get('token')
  // Programs that look whether a link leads anywhere ask with HEAD: they must not use it up.
  if (token === null || request.method !== 'GET') return null
  const visitor = { headers: request.headers, clientAddress: context.get(requestContext).clientAddress }
  const confirmed = await confirmRegistration(context.get(platformContext), visitor, token)
  if (confirmed?.outcome === 'shut-out') {
    const description = accountSuspended(siteDetails.email)
    return redirectWithFlash('/auth', { title: 'Login failed', description, bad: true })
  }
  if (confirmed) {
    const headers = new Headers(confirmed.cookies.map((cookie) => ['Set-Cookie', cookie]))
    return redirect('/onboarding', { headers })
  }
  // Whoever follows the link a second time and is signed in has come to the right place.
  if (await context.get(actorContext)()) return redirect('/onboarding')
  return redirectWithFlash('/auth', {
    title: linkExpired,
    description: 'Log in, or register again to get a new one.',
    bad: true,
  })
}
