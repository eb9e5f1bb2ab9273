import { redirect } from 'react-router'
import { signOut } from '#app/features/account/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session of this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  try {
    const cookies = await signOut(platform, request.headers)
    return redirectWithFlash('/', { title: 'Signed out' }, cookies)
  } catch (error) {
    platform.log.error({ requestId: context.get(requestContext).id, error }, 'a session could not be ended')
    return redirectWithFlash('/', {
      title: 'Error signing out',
      description: 'You are still signed in. Please try again.',
      bad: true,
    })
  }
}

/** Following a link signs nobody out. */
export function loader() {
  return redirect('/')
}
