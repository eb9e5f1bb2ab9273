import { redirect } from 'react-router'
import { messages, visibilityMessage } from '#app/features/podcasts/schema.ts'
import { setVisibility } from '#app/features/podcasts/service.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/my-podcast-visibility.ts'

const page = '/my-podcast'

/** Shows the member's podcast or hides it. */
const visibilityForm = defineVisibilityForm({
  change: setVisibility,
  message: (status) => visibilityMessage(status, 'own'),
  failed: messages.visibilityFailed,
  page: () => page,
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireSignIn(request, context))
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(page)
}
