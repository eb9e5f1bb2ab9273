import { redirect } from 'react-router'
import { type Flash, setFlash } from '#app/lib/flash.ts'

/** Leads on, with a message for the page that comes next and the cookies a service gave. */
export function redirectWithFlash(to: string, message: Flash, cookies: string[] = []): Response {
  const headers = new Headers()
  for (const cookie of [...cookies, setFlash(message)]) headers.append('Set-Cookie', cookie)
  return redirect(to, { headers })
}
