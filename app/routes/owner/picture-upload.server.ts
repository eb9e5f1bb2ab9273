import { data, type RouterContextProvider } from 'react-router'
import {
  addGalleryPicture,
  type MediaTarget,
  mayUploadPicture,
  type UploadResult,
  uploadLogo,
} from '#app/features/businesses/media-service.server.ts'
import {
  galleryRefusal,
  logoRefusal,
  messages,
  type PictureRefusal,
  type PictureUploadAnswer,
  pictureBytes,
} from '#app/features/businesses/schema.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { respondWithToast } from '../flash-redirect.ts'
import { receiveFile } from '../receive-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'

/** Where uploaded pictures belong, and the page that shows them. */
interface PictureForm {
  target: MediaTarget
  where: 'wizard' | 'my-business'
  page: string
}

type Answer = PictureUploadAnswer & { status: number }

/** Stores an uploaded picture, `?kind=logo` or `?kind=gallery`. Responds to a script with JSON, and to a form with a redirect. */
export async function acceptPicture(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  pictureForm: PictureForm,
): Promise<Response> {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const kind = new URL(request.url).searchParams.get('kind')
  if (kind !== 'logo' && kind !== 'gallery') throw data(null, { status: 400 })

  const upload = async (): Promise<Answer> => {
    const minutes = await mayUploadPicture(platform, actor)
    if (minutes) return { status: 429, again: true, toast: messages.tooManyUploads(minutes) }
    const received = await receiveFile(request, 'picture', pictureBytes)
    const name = received.outcome === 'none' ? '' : received.name
    const refuse = (reason: PictureRefusal): Answer => {
      const toast: ToastMessage =
        kind === 'logo' && reason !== 'too-many' ? logoRefusal(reason) : galleryRefusal(reason, name, pictureForm.where)
      return { status: 400, again: false, toast }
    }
    if (received.outcome === 'none') return refuse('type')
    if (received.outcome === 'too-large') return refuse('size')
    const store = kind === 'logo' ? uploadLogo : addGalleryPicture
    const result: UploadResult = await store(platform, actor, pictureForm.target, received.bytes)
    switch (result.outcome) {
      case 'stored':
        return { status: 200, again: false, toast: kind === 'logo' ? messages.logoUploaded : messages.imagesUploaded }
      case 'refused':
        return refuse(result.reason)
      case 'not-found':
        return { status: 404, again: false, toast: messages.uploadFailed }
      case 'failed':
        return { status: 503, again: true, toast: messages.uploadFailed }
    }
  }

  const { status, again, toast } = await upload().catch((error: unknown): Answer => {
    platform.log.error({ error }, 'a picture could not be stored')
    return { status: 503, again: true, toast: messages.uploadFailed }
  })
  return respondWithToast(request, pictureForm.page, toast, { status, body: { again } })
}
