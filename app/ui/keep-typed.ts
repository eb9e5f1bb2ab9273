import { data, isRouteErrorResponse } from 'react-router'
import { showToast } from './toast.tsx'

/**
 * The `clientAction` of every page with a form. An answer that never came, or that tells of an error, leaves the page as it
 * is, with all that was typed, instead of an error in its place; pressing once more tries again.
 */
export async function keepTyped<Answer>({ serverAction }: { serverAction: () => Promise<Answer> }) {
  try {
    return await serverAction()
  } catch (error) {
    if (isMeant(error)) throw error
    showToast({ title: 'Not sent', description: `${explain(error)} What you typed is still here.`, bad: true })
    // Told that it went wrong, the router does not fetch the page afresh, which would fail likewise.
    return data(undefined, { status: 503 })
  }
}

const tooLarge = 413

/** What the server says on purpose: a redirect, or that there is no such thing. */
function isMeant(error: unknown): boolean {
  if (error instanceof Response) return true
  return isRouteErrorResponse(error) && error.status < 500 && error.status !== tooLarge
}

function explain(error: unknown): string {
  if (isRouteErrorResponse(error) && error.status === tooLarge) {
    return 'It is more than Muster takes at once: please shorten it.'
  }
  // What fetch says where there is no connection.
  if (error instanceof TypeError) return 'Muster could not be reached: please try again.'
  return 'Something went wrong on our side: please try again.'
}
