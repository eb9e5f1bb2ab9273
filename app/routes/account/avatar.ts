import { redirect } from 'react-router'
import { profilePath } from '#app/features/profile/rules.ts'
import { avatarBytes, avatarMessages } from '#app/features/profile/schema.ts'
import { mayUploadAvatar, setAvatar } from '#app/features/profile/service.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { PictureRefused } from '#app/platform/.server/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { respondWithToast } from '../flash-redirect.ts'
import { receiveFile } from '../receive-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/avatar.ts'

/** Stores an uploaded avatar. Responds to a script with JSON, and to a form with a redirect. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const minutes = await mayUploadAvatar(platform, actor)
  const said = minutes
    ? failed(`Too many uploads. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`)
    : await upload(platform, request, (bytes) => setAvatar(platform, actor, bytes))
  return respondWithToast(request, profilePath('profile'), said, { status: said.bad ? 400 : 200 })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(profilePath('profile'))
}

async function upload(
  platform: Platform,
  request: Request,
  keep: (bytes: Uint8Array) => Promise<void>,
): Promise<ToastMessage> {
  try {
    const received = await receiveFile(request, 'avatar', avatarBytes)
    if (received.outcome === 'too-large') return avatarMessages.size
    if (received.outcome === 'none') return avatarMessages.type
    await keep(received.bytes)
    return { title: 'Success', description: 'Avatar updated successfully' }
  } catch (error) {
    if (error instanceof PictureRefused) return avatarMessages[error.reason === 'pixels' ? 'size' : 'type']
    platform.log.error({ error }, 'an avatar could not be taken')
    return failed('The picture could not be saved. Please try again.')
  }
}

function failed(description: string): ToastMessage {
  return { title: 'Upload failed', description, bad: true }
}
