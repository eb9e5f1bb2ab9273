import { data, redirect } from 'react-router'
import { appearances, setAppearance } from '#app/lib/appearance.ts'
import { readCookieChoice } from '#app/lib/cookie-choice.ts'
import { ownPath } from '#app/lib/links.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/appearance.ts'

/** Keeps the choice of light or dark in a cookie of our own, then goes back to the page it was made on, where one is named. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const chosen = appearances.find((appearance) => appearance === form.get('appearance'))
  if (!chosen) throw data(null, { status: 400 })
  const headers = {
    'Set-Cookie': setAppearance(chosen, {
      remembered: readCookieChoice(request.headers.get('Cookie')).settings,
      secure: new URL(request.url).protocol === 'https:',
    }),
  }
  const returnTo = form.get('returnTo')
  return returnTo === null ? data(null, { headers }) : redirect(ownPath(returnTo), { headers })
}

export function loader() {
  return redirect('/')
}
