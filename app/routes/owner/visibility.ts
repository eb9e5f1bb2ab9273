import { redirect } from 'react-router'
import { messages, visibilityMessage } from '#app/features/businesses/schema.ts'
import { setVisibility } from '#app/features/businesses/service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { answerVisibility } from '../visibility.actions.server.ts'
import type { Route } from './+types/visibility.ts'

/** Makes the member's business visible or hides it. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerVisibility(request, context, {
    actor: await requireSignIn(request, context),
    change: setVisibility,
    say: visibilityMessage,
    failed: messages.visibilityFailed,
    failure: 'the visibility of a business could not be changed',
    backTo: (form) => ownPath(form.get('page')),
  })
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/my-business')
}
