import type { RouterContextProvider } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
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
    context.get(platformContext).log.error({ error }, 'an upload failed')
    return { outcome: 'failed' } as const
  })
  const { status, again } = responses[result.outcome]
  return respondWithToast(request, page, message(result), { status, body: { again } })
}
