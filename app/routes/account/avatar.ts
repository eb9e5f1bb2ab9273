import { redirect } from 'react-router'
import { type AvatarUploadResult, uploadAvatar } from '#app/features/profile/avatar-service.server.ts'
import { avatarRefusedToast, avatarToasts } from '#app/features/profile/model.ts'
import { profileTabPath } from '#app/features/profile/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFileOfForm } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/avatar.ts'

const page = profileTabPath('profile')

/** Stores an uploaded avatar. Responds to a script with JSON, and to a form with a redirect. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const upload = () => uploadAvatar(context.get(platformContext), actor, incomingFileOfForm(request, 'avatar'))
  return respondToUpload(args, { page, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

function messageOf(result: AvatarUploadResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return avatarToasts.uploaded
    case 'limited':
      return avatarToasts.tooManyUploads(result.minutes)
    case 'refused':
      return avatarRefusedToast(result.reason)
    case 'failed':
      return avatarToasts.uploadFailed
  }
}
