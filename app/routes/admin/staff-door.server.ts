import { type RouterContextProvider, redirect } from 'react-router'
import { type Actor, NotAllowed } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'

/**
 * Does what only staff may do. Whoever is not signed in is led to /auth and back; whom the service refuses, to their own
 * dashboard.
 */
export async function throughStaffDoor<Result>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  act: (platform: Platform, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const actor = await requireSignIn(request, context)
  try {
    return await act(context.get(platformContext), actor)
  } catch (error) {
    if (error instanceof NotAllowed) throw redirect('/dashboard')
    throw error
  }
}
