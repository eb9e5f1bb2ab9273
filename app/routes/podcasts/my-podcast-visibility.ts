import { href, redirect } from 'react-router'
import { podcastToasts, podcastVisibilityToast } from '#app/features/podcasts/model.ts'
import { setVisibility } from '#app/features/podcasts/service.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/my-podcast-visibility.ts'

const page = href('/my-podcast')

/** Shows or hides the member's podcast. */
const visibilityForm = defineVisibilityForm({
  change: setVisibility,
  message: (status) => podcastVisibilityToast(status, 'own'),
  failed: podcastToasts.visibilityFailed,
  page: () => page,
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireSignIn(request, context))
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}
