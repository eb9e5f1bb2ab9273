import { redirect } from 'react-router'
import { businessStepPath } from '#app/features/businesses/wizard-rules.ts'
import type { Route } from './+types/draft-picture.ts'
import { acceptPicture } from './picture-upload.server.ts'

/** Uploads a picture of the member's draft. */
export function action(args: Route.ActionArgs) {
  return acceptPicture(args, { target: 'draft', where: 'wizard', page: businessStepPath('media') })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(businessStepPath('media'))
}
