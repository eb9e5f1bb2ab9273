import { redirect } from 'react-router'
import { type AvatarResult, uploadAvatar } from '#app/features/profile/avatar-service.server.ts'
import { avatarMessages, avatarRefusal } from '#app/features/profile/model.ts'
import { profilePath } from '#app/features/profile/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFile } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/avatar.ts'

const page = profilePath('profile')

/** Stores an uploaded avatar. Responds to a script with JSON, and to a form with a redirect. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const upload = () => uploadAvatar(context.get(platformContext), actor, incomingFile(request, 'avatar'))
  return respondToUpload(args, { page, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

function messageOf(result: AvatarResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return avatarMessages.uploaded
    case 'limited':
      return avatarMessages.tooManyUploads(result.minutes)
    case 'refused':
      return avatarRefusal(result.reason)
    case 'failed':
      return avatarMessages.uploadFailed
  }
}
