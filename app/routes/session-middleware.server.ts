import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import type { Suspension } from '#app/features/profile/schema.ts'
import { findActor } from '#app/features/profile/service.server.ts'
import { readFlash } from '#app/lib/cookies.server.ts'
import { requestPath } from '#app/lib/links.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'

/**
 * Tells every route who asks, keeps their session alive, and has no browser or proxy keep what was made for a member.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const cookies: string[] = []
  const found: { result?: ReturnType<typeof findActor> } = {}
  context.set(actorContext, async () => {
    found.result ??= findActor(context.get(platformContext), request.headers)
    const result = await found.result
    cookies.push(...result.cookies.splice(0))
    return result.actor
  })
  context.set(suspensionContext, async () => (await found.result)?.suspension ?? null)
  context.set(secondFactorContext, async () => (await found.result)?.lacksSecondFactor ?? false)
  const response = await next()
  // What an action says of a cookie is newer: keeping the old session alive must not undo a sign-in or sign-out.
  const said = new Set(response.headers.getSetCookie().map(nameOfCookie))
  for (const cookie of cookies) if (!said.has(nameOfCookie(cookie))) response.headers.append('Set-Cookie', cookie)
  // Whoever uses the browser next must not find a member's pages in its memory, nor what was said to one visitor once.
  const passing = (await readFlash(request.headers.get('Cookie'))) !== null
  if (passing || (await found.result)?.actor) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** Why whoever is signed in is suspended, known once it was asked who they are; null for everybody else. */
export const suspensionContext = createContext<() => Promise<Suspension | null>>(async () => null)

/** Whether whoever is signed in is staff who have yet to set up a second factor, known once it was asked who they are. */
export const secondFactorContext = createContext<() => Promise<boolean>>(async () => false)

/** Whoever is signed in, null for a visitor; who is suspended is led to the page that says why. */
export async function admitUnlessSuspended(context: Readonly<RouterContextProvider>): Promise<Actor | null> {
  const actor = await context.get(actorContext)()
  if (!actor && (await context.get(suspensionContext)())) throw redirect(href('/suspended'))
  return actor
}

/** Logs that somebody asked for what their role does not allow. */
export function logRefusal(context: Readonly<RouterContextProvider>, { userId, role }: Actor): void {
  const { id: requestId } = context.get(requestContext)
  context.get(platformContext).log.warn({ requestId, userId, role }, 'access refused')
}

/** Whoever is signed in, for a page that is for members alone: visitors are led to /auth, and from there back. */
export async function requireSignIn(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await admitUnlessSuspended(context)
  if (!actor) throw redirect(`${href('/auth')}?${new URLSearchParams({ returnTo: requestPath(request.url) })}`)
  return actor
}

function nameOfCookie(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='))
}
