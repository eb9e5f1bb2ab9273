import { href, redirect } from 'react-router'
import { type PodcastCoverUploadResult, uploadPodcastCover } from '#app/features/podcasts/cover-service.server.ts'
import {
  podcastCoverRefusedToast,
  podcastToasts,
  tooManyPodcastCoverUploadsToast,
} from '#app/features/podcasts/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFileOfForm } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/my-podcast-cover.ts'

const page = href('/my-podcast')

/** Stores an uploaded cover of the member's podcast. Responds to a script with JSON, and to a form with a redirect. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const upload = () => uploadPodcastCover(context.get(platformContext), actor, incomingFileOfForm(request, 'cover'))
  return respondToUpload(args, { page, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

function messageOf(result: PodcastCoverUploadResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return podcastToasts.coverUploaded
    case 'limited':
      return tooManyPodcastCoverUploadsToast(result.minutes)
    case 'refused':
      return podcastCoverRefusedToast(result.reason)
    case 'failed':
      return podcastToasts.uploadFailed
  }
}
