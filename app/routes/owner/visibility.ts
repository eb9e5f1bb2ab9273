import { data, redirect } from 'react-router'
import { type Message, messages, visibilityMessage } from '#app/features/businesses/schema.ts'
import { setVisibility } from '#app/features/businesses/service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/visibility.ts'

/** Makes the member's business visible or hides it; answers a script in JSON, and a form with the page it came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const wish = form.get('isActive')
  if (wish !== 'true' && wish !== 'false') throw data(null, { status: 400 })
  const change = async (): Promise<Message> => {
    const standing = await setVisibility(platform, actor, wish === 'true')
    return standing ? visibilityMessage(standing) : messages.visibilityFailed
  }
  const toast = await change().catch((error: unknown) => {
    platform.log.error({ error }, 'the visibility of a business could not be changed')
    return messages.visibilityFailed
  })
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ toast }, { status: toast.bad ? 503 : 200 })
  }
  return redirectWithFlash(ownPath(form.get('page')), toast)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/my-business')
}
