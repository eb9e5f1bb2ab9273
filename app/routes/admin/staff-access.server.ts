import { type RouterContextProvider, redirect } from 'react-router'
import type { Actor } from '#app/platform/.server/actor.ts'
import { logRefusal, requireSignIn } from '../session-middleware.server.ts'

/** Whoever of the staff is signed in: visitors are led to /auth and back, members to their dashboard. */
export async function requireStaff(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await requireSignIn(request, context)
  if (!actor.isStaff) {
    logRefusal(context, actor)
    throw redirect('/dashboard')
  }
  return actor
}

/** An admin: reviewers are led to what is theirs, everybody else as by `requireStaff`. */
export async function requireAdmin(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await requireStaff(request, context)
  if (actor.role !== 'Admin') {
    logRefusal(context, actor)
    throw redirect('/admin')
  }
  return actor
}
