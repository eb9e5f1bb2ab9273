import { href, redirect } from 'react-router'
import { mayUploadCover, uploadCover } from '#app/features/podcasts/cover-service.server.ts'
import { coverBytes, coverRefusal, messages, tooManyUploads } from '#app/features/podcasts/schema.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { respondWithToast } from '../flash-redirect.ts'
import { receiveFile } from '../receive-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-podcast-cover.ts'

const page = href('/my-podcast')

/** The response to an upload; `again` if another try may succeed. */
interface Answer {
  status: number
  again: boolean
  toast: ToastMessage
}

/** Stores an uploaded cover of the member's podcast. Responds to a script with JSON, and to a form with a redirect. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { status, again, toast } = await upload(platform, actor, request).catch((error: unknown): Answer => {
    platform.log.error({ error }, 'a cover could not be stored')
    return { status: 503, again: true, toast: messages.uploadFailed }
  })
  return respondWithToast(request, page, toast, { status, body: { again } })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

async function upload(platform: Platform, actor: Actor, request: Request): Promise<Answer> {
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
