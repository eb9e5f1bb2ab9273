import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import type { MemberSuspension } from '#app/features/profile/model.ts'
import { identifyActor } from '#app/features/profile/service.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import {
  actorContext,
  matchedRouteContext,
  platformContext,
  requestContext,
} from '#app/platform/.server/http/request-context.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'

/** Writes down which route answers, for the metrics. */
export const recordMatchedRouteMiddleware: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
  // React Router joins the paths of the routes, which begin without a slash.
  context.get(matchedRouteContext).pattern = `/${pattern.replace(/^\/+/, '')}`
  return next()
}

/** Provides the actor to every route, extends the session, and prevents caching of members' pages. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const cookies: string[] = []
  const found: { result?: ReturnType<typeof identifyActor> } = {}
  context.set(actorContext, async () => {
    found.result ??= identifyActor(context.get(platformContext), request.headers)
    const result = await found.result
    cookies.push(...result.cookies.splice(0))
    return result.actor
  })
  context.set(suspensionContext, async () => (await found.result)?.suspension ?? null)
  context.set(missingSecondFactorContext, async () => (await found.result)?.lacksSecondFactor ?? false)
  const response = await next()
  // Cookies set by an action win: extending the old session must not undo a sign-in or sign-out.
  const said = new Set(response.headers.getSetCookie().map(nameOfCookie))
  for (const cookie of cookies) if (!said.has(nameOfCookie(cookie))) response.headers.append('Set-Cookie', cookie)
  // The next user of the browser must not find a member's pages or a flash message in its cache.
  const passing = (await parseFlashCookie(request.headers.get('Cookie'))) !== null
  if (passing || (await found.result)?.actor) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** Why the signed-in member is suspended, available after the actor was read; null for everybody else. */
export const suspensionContext = createContext<() => Promise<MemberSuspension | null>>(async () => null)

/** Whether the signed-in member is staff without a second factor, available after the actor was read. */
export const missingSecondFactorContext = createContext<() => Promise<boolean>>(async () => false)

/** Returns the actor, null for a visitor. Redirects a suspended member to the page with the reason. */
export async function admitUnlessSuspended(context: Readonly<RouterContextProvider>): Promise<Actor | null> {
  const actor = await context.get(actorContext)()
  if (!actor && (await context.get(suspensionContext)())) throw redirect(href('/suspended'))
  return actor
}

/** Logs a request that the actor's role does not allow. */
export function logForbiddenRequest(context: Readonly<RouterContextProvider>, { userId, role }: Actor): void {
  const { id: requestId } = context.get(requestContext)
  context.get(platformContext).log.warn({ requestId, userId, role }, 'access refused')
}

/** Returns the actor of a page for members. Redirects visitors to /auth, which returns here. */
export async function requireSignIn(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await admitUnlessSuspended(context)
  if (!actor) throw redirect(`${href('/auth')}?${new URLSearchParams({ returnTo: requestPathInBrowser(request.url) })}`)
  return actor
}

function nameOfCookie(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='))
}
