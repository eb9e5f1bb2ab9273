import { href, redirect } from 'react-router'
import type { Route } from './+types/my-business-picture.ts'
import { acceptBusinessPictureUpload } from './picture-upload.server.ts'

/** Uploads a picture of the member's business. */
export function action(args: Route.ActionArgs) {
  const section = new URL(args.request.url).searchParams.get('kind') === 'logo' ? 'logo' : 'gallery'
  return acceptBusinessPictureUpload(args, {
    target: 'business',
    where: 'my-business',
    page: `${href('/my-business')}#${section}`,
  })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(href('/my-business'))
}
