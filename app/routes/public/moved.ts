import { data, redirect } from 'react-router'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { Route } from './+types/moved.ts'

/** Paths that people or programs may still use, and where they lead for good. */
const paths = new Map([
  ['/terms', '/terms-and-conditions'],
  ['/privacy', '/privacy-policy'],
  ['/admin/figures', '/admin/statistics'],
  ['/security.txt', '/.well-known/security.txt'],
])

export function loader({ request }: Route.LoaderArgs) {
  const path = paths.get(new URL(requestPathInBrowser(request.url), request.url).pathname.replace(/\/$/, ''))
  if (!path) throw data(null, { status: 404 })
  return redirect(path, 301)
}
