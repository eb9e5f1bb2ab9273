import { data, isRouteErrorResponse } from 'react-router'
import type { FormName } from '#app/lib/form-names.ts'
import { showToast } from './toast.tsx'
import { signedOutWithUnsavedMessage } from './unsaved-changes.ts'

/** Titles by form, and that of all others. */
type Failures = Partial<Record<FormName, { title: string }>> & { title?: string }

/**
 * The `clientAction` of every route with a form. An answer that never came, or that tells of an error, leaves the page as it
 * is, with all that was typed, instead of an error in its place; pressing once more tries again. The message has the title that
 * the server gives to a failure of this form.
 *
 * A page for the signed-in alone may say `inPlace` what its form is answered then, besides the toast; there being led to /auth means that
 * somebody signed out in another tab, and leaves the page as it is, too.
 */
export async function clientActionPreservingInput<Answer, Unsent = undefined>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<Answer> },
  failures: Failures,
  inPlace?: (form: FormData, toast: { title: string; description: string }) => Unsent,
) {
  // The server action consumes the request.
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (error) {
    const signedOut = inPlace !== undefined && leadsToSignIn(error)
    if (!signedOut && isMeant(error)) throw error
    const form = await copy.formData()
    const { title = '' } = failures[form.get('form') as FormName] ?? failures
    const toast = { title, description: signedOut ? signedOutWithUnsavedMessage : explainUnsentForm(error), bad: true }
    const answer = inPlace?.(form, toast)
    if (!answer) showToast(toast)
    // With an error status the router does not reload the page's data, which would fail too.
    return data(answer, { status: 503 })
  }
}

/** An intended response: a redirect or a 404. */
function isMeant(error: unknown): boolean {
  return error instanceof Response || (isRouteErrorResponse(error) && error.status === 404)
}

function leadsToSignIn(error: unknown): boolean {
  return error instanceof Response && (error.headers.get('Location') ?? '').startsWith('/auth?')
}

/** Why a form that was sent was not answered. */
export function explainUnsentForm(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    if (error.status === 413) return 'It is too long. Shorten it and try again.'
    if (error.status < 500) return 'Muster could not accept it. Try again later.'
  }
  // fetch throws a TypeError without a connection.
  if (error instanceof TypeError) return 'Muster could not be reached. Try again.'
  return 'Something went wrong on our side. Try again.'
}
