import { redirect } from 'react-router'
import { linkExpired } from '#app/features/account/schema.ts'
import { confirmAddressChange } from '#app/features/account/service.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/address.ts'

/** Follows the link that confirms a new sign-in address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')
  // Programs that look whether a link leads anywhere ask with HEAD: they must not use it up.
  if (token === null || request.method !== 'GET') return redirect('/auth')
  const changed = await confirmAddressChange(context.get(platformContext), token)
  const next = (await context.get(actorContext)()) ? '/profile?tab=security' : '/auth'
  return redirectWithFlash(
    next,
    changed
      ? { title: 'Sign-in address changed', description: 'From now on, log in with the new address.' }
      : { title: linkExpired, description: 'Ask for the change again under Security.', bad: true },
  )
}
