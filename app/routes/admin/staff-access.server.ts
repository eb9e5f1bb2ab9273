import { href, type RouterContextProvider, redirect } from 'react-router'
import { canOpenAdminPages, canOpenStaffPages } from '#app/features/profile/policy.server.ts'
import { secondFactorSetUpPath } from '#app/features/profile/rules.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { logForbiddenRequest, missingSecondFactorContext, requireSignIn } from '../session-middleware.server.ts'

/**
 * Returns the signed-in reviewer or admin. Redirects visitors to /auth, staff without a second factor to its set-up (both return
 * here afterwards), and members to their dashboard.
 */
export async function requireStaffForPage(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await requireSignIn(request, context)
  if (await context.get(missingSecondFactorContext)())
    throw redirect(secondFactorSetUpPath(requestPathInBrowser(request.url)))
  if (!canOpenStaffPages(actor)) {
    logForbiddenRequest(context, actor)
    throw redirect(href('/dashboard'))
  }
  return actor
}

/** Returns the signed-in admin. Redirects reviewers to the queue, and everybody else as `requireStaffForPage` does. */
export async function requireAdminForPage(request: Request, context: Readonly<RouterContextProvider>): Promise<Actor> {
  const actor = await requireStaffForPage(request, context)
  if (!canOpenAdminPages(actor)) {
    logForbiddenRequest(context, actor)
    throw redirect(href('/admin'))
  }
  return actor
}
