import { redirect } from 'react-router'
import { stepPath } from '#app/features/businesses/rules.ts'
import type { Route } from './+types/draft-picture.ts'
import { acceptPicture } from './picture-upload.server.ts'

/** Takes a logo or a gallery picture of a business that is not listed yet. */
export function action(args: Route.ActionArgs) {
  return acceptPicture(args, { target: 'draft', where: 'wizard', page: stepPath('media') })
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(stepPath('media'))
}
