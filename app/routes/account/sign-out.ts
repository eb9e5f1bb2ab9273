import { href, redirect } from 'react-router'
import { signOut } from '#app/features/account/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { defineForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/sign-out.ts'

const signOutForm = defineForm({
  name: 'sign-out',
  failed: { title: 'Error signing out', description: 'You are still signed in. Please try again.', bad: true },
  page: () => href('/'),
  handle: async ({ platform, request }: { platform: Platform; request: Request }) =>
    redirectWithFlash(href('/'), { title: 'Signed out' }, await signOut(platform, request.headers)),
})

/** Ends the session of this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  return signOutForm.handle({ platform: context.get(platformContext), request }, new FormData())
}

/** A GET request does not sign out. */
export function loader() {
  return redirect(href('/'))
}
