import { href, redirect } from 'react-router'
import { signOutFailedTitle } from '#app/features/account/rules.ts'
import { signOut } from '#app/features/account/service.server.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sign-out.ts'

const signOutForm = defineForm({
  name: 'sign-out',
  failed: failureToast(signOutFailedTitle, 'You are still logged in. Try again.'),
  page: () => href('/'),
  handle: async ({ platform, request }: { platform: Platform; request: Request }) =>
    redirectWithFlash(href('/'), { title: 'Signed out' }, await signOut(platform, request.headers)),
})

/** Ends the session of this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  return signOutForm.handle({ platform: context.get(platformContext), request }, new FormData())
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, { title: signOutFailedTitle })

/** A GET request does not sign out. */
export function loader() {
  return redirect(href('/'))
}
