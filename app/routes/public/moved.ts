import { data, redirect } from 'react-router'
import { requestPath } from '#app/lib/links.ts'
import type { Route } from './+types/moved.ts'

/** Addresses that people and programs know, and where what they look for stands for good. */
const places = new Map([
  ['/terms', '/terms-and-conditions'],
  ['/privacy', '/privacy-policy'],
  ['/security.txt', '/.well-known/security.txt'],
])

export function loader({ request }: Route.LoaderArgs) {
  const place = places.get(new URL(requestPath(request.url), request.url).pathname.replace(/\/$/, ''))
  if (!place) throw data(null, { status: 404 })
  return redirect(place, 301)
}
