import { data, redirect } from 'react-router'
import { setVisibilityOf } from '#app/features/podcasts/administration-service.server.ts'
import { type Message, messages, visibilityMessage } from '#app/features/podcasts/schema.ts'
import { ownPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/podcast-visibility.ts'
import { requireAdmin } from './staff-access.server.ts'

/** Shows anybody's podcast or hides it; answers a script in JSON, and a form with the page it came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const wish = form.get('isActive')
  if (wish !== 'true' && wish !== 'false') throw data(null, { status: 400 })
  const change = async (): Promise<Message> => {
    const standing = await setVisibilityOf(platform, actor, String(form.get('podcastId')), wish === 'true')
    return standing ? visibilityMessage(standing, 'any') : messages.visibilityFailed
  }
  const toast = await change().catch((error: unknown) => {
    platform.log.error({ error }, 'the visibility of a podcast could not be changed by an admin')
    return messages.visibilityFailed
  })
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ toast }, { status: toast.bad ? 503 : 200 })
  }
  const page = ownPath(form.get('page'))
  return redirectWithFlash(page.startsWith('/podcasts/') ? page : '/podcasts', toast)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/podcasts')
}
