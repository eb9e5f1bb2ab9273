import { redirect } from 'react-router'
import type { Route } from './+types/my-business-picture.ts'
import { acceptPicture } from './picture-upload.server.ts'

/** Takes a logo or a gallery picture of a business that is there. */
export function action(args: Route.ActionArgs) {
  const place = new URL(args.request.url).searchParams.get('kind') === 'logo' ? 'logo' : 'gallery'
  return acceptPicture(args, { target: 'business', where: 'my-business', page: `/my-business#${place}` })
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/my-business')
}
