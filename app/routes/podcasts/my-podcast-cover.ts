import { href, redirect } from 'react-router'
import { type CoverResult, uploadCover } from '#app/features/podcasts/cover-service.server.ts'
import { coverRefusal, podcastMessages, tooManyUploads } from '#app/features/podcasts/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFile } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/my-podcast-cover.ts'

const page = href('/my-podcast')

/** Stores an uploaded cover of the member's podcast. Responds to a script with JSON, and to a form with a redirect. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const upload = () => uploadCover(context.get(platformContext), actor, incomingFile(request, 'cover'))
  return respondToUpload(args, { page, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

function messageOf(result: CoverResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return podcastMessages.coverUploaded
    case 'limited':
      return tooManyUploads(result.minutes)
    case 'refused':
      return coverRefusal(result.reason)
    case 'failed':
      return podcastMessages.uploadFailed
  }
}
