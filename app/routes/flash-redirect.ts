import { redirect } from 'react-router'
import { serializeFlashCookie } from '#app/lib/cookies.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'

/** Redirects, with a toast for the next page and the cookies that a service set. */
export async function redirectWithFlash(to: string, message: ToastMessage, cookies: string[] = []): Promise<Response> {
  const headers = new Headers()
  for (const cookie of [...cookies, await serializeFlashCookie(message)]) headers.append('Set-Cookie', cookie)
  return redirect(to, { headers })
}

interface ToastResponse {
  /** The status of a JSON response. */
  status?: number
  /** Further JSON fields. */
  body?: object
  cookies?: string[]
}

/** Answers a form of a route without a page: a script gets JSON, a browser the page that shows the toast. */
export async function respondWithToast(
  request: Request,
  page: string,
  toast: ToastMessage,
  { status = 200, body = {}, cookies = [] }: ToastResponse = {},
): Promise<Response> {
  if (request.headers.get('Accept') !== 'application/json') return redirectWithFlash(page, toast, cookies)
  const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
  return Response.json({ toast, ...body }, { status, headers })
}
