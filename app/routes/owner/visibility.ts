import { redirect } from 'react-router'
import { messages, visibilityMessage } from '#app/features/businesses/schema.ts'
import { setVisibility } from '#app/features/businesses/service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/visibility.ts'

/** Makes the member's business visible or hides it. */
const visibilityForm = defineVisibilityForm({
  change: setVisibility,
  message: visibilityMessage,
  failed: messages.visibilityFailed,
  page: (form) => ownPath(form.get('page')),
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireSignIn(request, context))
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/my-business')
}
