import { data, redirect } from 'react-router'
import { appearances } from '#app/lib/appearance.ts'
import { ownPath } from '#app/lib/links.ts'
import type { Route } from './+types/appearance.ts'

const year = 60 * 60 * 24 * 365

/** Keeps the choice of light or dark in a cookie of our own, then goes back to the page it was made on, where one is named. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const chosen = appearances.find((appearance) => appearance === form.get('appearance'))
  if (!chosen) throw data(null, { status: 400 })
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const cookie =
    chosen === 'system'
      ? `appearance=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`
      : `appearance=${chosen}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`
  const headers = { 'Set-Cookie': cookie }
  const returnTo = form.get('returnTo')
  return returnTo === null ? data(null, { headers }) : redirect(ownPath(returnTo), { headers })
}

export function loader() {
  return redirect('/')
}
