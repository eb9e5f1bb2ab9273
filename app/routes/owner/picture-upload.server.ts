import { data, type RouterContextProvider } from 'react-router'
import type { MediaTarget } from '#app/features/businesses/media-service.server.ts'
import { businessMessages, galleryRefusal, logoRefusal } from '#app/features/businesses/model.ts'
import {
  type PictureResult,
  uploadGalleryPicture,
  uploadLogo,
} from '#app/features/businesses/picture-upload-service.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFile } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'

/** Where uploaded pictures belong, and the page that shows them. */
interface PictureForm {
  target: MediaTarget
  where: 'wizard' | 'my-business'
  page: string
}

/** Stores an uploaded picture, `?kind=logo` or `?kind=gallery`. Responds to a script with JSON, and to a form with a redirect. */
export async function acceptPicture(
  args: { request: Request; context: Readonly<RouterContextProvider> },
  { target, where, page }: PictureForm,
): Promise<Response> {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const kind = new URL(request.url).searchParams.get('kind')
  if (kind !== 'logo' && kind !== 'gallery') throw data(null, { status: 400 })
  const store = kind === 'logo' ? uploadLogo : uploadGalleryPicture
  const upload = () => store(context.get(platformContext), actor, target, incomingFile(request, 'picture'))
  const message = (result: PictureResult) => messageOf(result, kind, where)
  return respondToUpload(args, { page, upload, message })
}

function messageOf(result: PictureResult, kind: 'logo' | 'gallery', where: PictureForm['where']): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return kind === 'logo' ? businessMessages.logoUploaded : businessMessages.imagesUploaded
    case 'limited':
      return businessMessages.tooManyUploads(result.minutes)
    case 'refused':
      return kind === 'logo' && result.reason !== 'too-many'
        ? logoRefusal(result.reason)
        : galleryRefusal(result.reason, result.name, where)
    case 'not-found':
    case 'failed':
      return businessMessages.uploadFailed
  }
}
