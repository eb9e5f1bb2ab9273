import { redirect } from 'react-router'
import { messages, visibilityMessage } from '#app/features/podcasts/schema.ts'
import { setVisibility } from '#app/features/podcasts/service.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { answerVisibility } from '../visibility.actions.server.ts'
import type { Route } from './+types/my-podcast-visibility.ts'

const page = '/my-podcast'

/** Shows the member's podcast or hides it. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerVisibility(request, context, {
    actor: await requireSignIn(request, context),
    change: setVisibility,
    say: (status) => visibilityMessage(status, 'own'),
    failed: messages.visibilityFailed,
    failure: 'the visibility of a podcast could not be changed',
    backTo: () => page,
  })
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(page)
}
