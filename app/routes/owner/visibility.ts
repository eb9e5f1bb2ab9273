import { href, redirect } from 'react-router'
import { ownBusinessToasts, ownBusinessVisibilityToasts } from '#app/features/businesses/model.ts'
import { setVisibility } from '#app/features/businesses/service.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/visibility.ts'

/** Shows or hides the member's business. */
const visibilityForm = defineVisibilityForm({
  change: setVisibility,
  message: (status) => ownBusinessVisibilityToasts[status],
  failed: ownBusinessToasts.visibilityFailed,
  page: (form) => sameOriginPath(form.get('page')),
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireSignIn(request, context))
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(href('/my-business'))
}
