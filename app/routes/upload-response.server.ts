import type { RouterContextProvider } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { UploadStoppedError, UploadsBusyError } from '#app/platform/.server/storage/incoming-files.ts'
import { respondWithToast } from './flash-redirect.ts'

/** The response to each outcome of an upload; `again` if a retry may succeed. */
const responses = {
  stored: { status: 200, again: false },
  refused: { status: 400, again: false },
  infected: { status: 400, again: false },
  'not-found': { status: 404, again: false },
  closed: { status: 409, again: false },
  limited: { status: 429, again: true },
  failed: { status: 503, again: true },
  'not-scanned': { status: 503, again: true },
} as const

interface UploadForm<Result> {
  /** The page that shows the form. */
  page: string
  upload: () => Promise<Result | { outcome: 'failed' }>
  message: (result: Result | { outcome: 'failed' }) => ToastMessage
}

/** Responds to an upload: to a script with JSON, to a form with a redirect to its page. */
export async function respondToUpload<Result extends { outcome: keyof typeof responses }>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { page, upload, message }: UploadForm<Result>,
): Promise<Response> {
  const result = await upload().catch((error: unknown) => {
    if (error instanceof UploadsBusyError) return error
    const { log } = context.get(platformContext)
    if (error instanceof UploadStoppedError) log.info({ error }, 'an upload stopped half way')
    else log.error({ error }, 'an upload failed')
    return { outcome: 'failed' } as const
  })
  if (result instanceof UploadsBusyError) return respondBusy(request, page, result)
  const { status, again } = responses[result.outcome]
  return respondWithToast(request, page, message(result), { status, body: { again } })
}

/** Answers that an upload must wait: a script gets JSON and tries again by itself, a browser a page from which one goes back to the form. */
function respondBusy(request: Request, page: string, { isOwn, seconds }: UploadsBusyError): Response {
  const status = isOwn ? 429 : 503
  const title = 'Wait a moment'
  const why = isOwn ? '2 of your uploads are still in progress.' : 'Many files are being uploaded at the moment.'
  const headers = { 'Retry-After': String(seconds), 'Cache-Control': 'no-store' }
  if (request.headers.get('Accept') === 'application/json') {
    const toast: ToastMessage = { title, description: `${why} Try again in ${seconds} seconds.`, bad: true }
    return Response.json({ toast, again: true, waitSeconds: seconds }, { status, headers })
  }
  const html = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} – Muster</title>
<main>
<h1>${title}</h1>
<p>${why} Your file was not sent and nothing was changed.</p>
<p>Go back in your browser after ${seconds} seconds, and send it again. You may have to choose your file again.</p>
<p><a href="${page}">Open the page again</a></p>
</main>
</html>
`
  return new Response(html, { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } })
}
