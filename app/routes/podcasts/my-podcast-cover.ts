import { redirect } from 'react-router'
import { mayUploadCover, uploadCover } from '#app/features/podcasts/cover-service.server.ts'
import { coverBytes, coverRefusal, messages, tooManyUploads } from '#app/features/podcasts/schema.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { receiveFile } from '../receive-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-podcast-cover.ts'

/** What is said of a cover; `again` where another try may do. */
interface Answer {
  status: number
  again: boolean
  toast: ToastMessage
}

/** Takes a cover of the member's podcast; answers a script in JSON, and a form with the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { status, ...answer } = await take(platform, actor, request).catch((error: unknown): Answer => {
    platform.log.error({ error }, 'a cover could not be taken')
    return { status: 503, again: true, toast: messages.uploadFailed }
  })
  if (request.headers.get('Accept') === 'application/json') return Response.json(answer, { status })
  return redirectWithFlash('/my-podcast', answer.toast)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect('/my-podcast')
}

async function take(platform: Platform, actor: Actor, request: Request): Promise<Answer> {
  const refuse = (reason: Parameters<typeof coverRefusal>[0]): Answer => ({
    status: 400,
    again: false,
    toast: coverRefusal(reason),
  })
  const minutes = await mayUploadCover(platform, actor)
  if (minutes) return { status: 429, again: true, toast: tooManyUploads(minutes) }
  const received = await receiveFile(request, 'cover', coverBytes)
  if (received.outcome === 'none') return refuse('type')
  if (received.outcome === 'too-large') return refuse('size')
  const result = await uploadCover(platform, actor, received.bytes)
  switch (result.outcome) {
    case 'stored':
      return { status: 200, again: false, toast: messages.coverUploaded }
    case 'refused':
      return refuse(result.reason)
    case 'not-found':
      return { status: 404, again: false, toast: messages.uploadFailed }
    case 'failed':
      return { status: 503, again: true, toast: messages.uploadFailed }
  }
}
