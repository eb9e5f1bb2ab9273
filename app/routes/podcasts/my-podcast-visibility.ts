import { data, redirect } from 'react-router'
import { type Message, messages, visibilityMessage } from '#app/features/podcasts/schema.ts'
import { setVisibility } from '#app/features/podcasts/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-podcast-visibility.ts'

const page = '/my-podcast'

/** Shows the member's podcast or hides it; answers a script in JSON, and a form with the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const wish = (await readForm(request)).get('isActive')
  if (wish !== 'true' && wish !== 'false') throw data(null, { status: 400 })
  const change = async (): Promise<Message> => {
    const standing = await setVisibility(platform, actor, wish === 'true')
    return standing ? visibilityMessage(standing, 'own') : messages.visibilityFailed
  }
  const toast = await change().catch((error: unknown) => {
    platform.log.error({ error }, 'the visibility of a podcast could not be changed')
    return messages.visibilityFailed
  })
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ toast }, { status: toast.bad ? 503 : 200 })
  }
  return redirectWithFlash(page, toast)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(page)
}
