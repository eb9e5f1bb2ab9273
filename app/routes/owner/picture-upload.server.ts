import { data, type RouterContextProvider } from 'react-router'
import type { BusinessMediaTarget } from '#app/features/businesses/media-service.server.ts'
import { galleryPictureRefusedToast, logoRefusedToast, ownBusinessToasts } from '#app/features/businesses/model.ts'
import {
  type UploadBusinessPictureResult,
  uploadOwnBusinessGalleryPicture,
  uploadOwnBusinessLogo,
} from '#app/features/businesses/picture-upload-service.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFileOfForm } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'

/** Where uploaded pictures belong, and the page that shows them. */
interface PictureForm {
  target: BusinessMediaTarget
  where: 'wizard' | 'my-business'
  page: string
}

/** Stores an uploaded picture, `?kind=logo` or `?kind=gallery`. Responds to a script with JSON, and to a form with a redirect. */
export async function acceptBusinessPictureUpload(
  args: { request: Request; context: Readonly<RouterContextProvider> },
  { target, where, page }: PictureForm,
): Promise<Response> {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const kind = new URL(request.url).searchParams.get('kind')
  if (kind !== 'logo' && kind !== 'gallery') throw data(null, { status: 400 })
  const store = kind === 'logo' ? uploadOwnBusinessLogo : uploadOwnBusinessGalleryPicture
  const upload = () => store(context.get(platformContext), actor, target, incomingFileOfForm(request, 'picture'))
  const message = (result: UploadBusinessPictureResult) => messageOf(result, kind, where)
  return respondToUpload(args, { page, upload, message })
}

function messageOf(
  result: UploadBusinessPictureResult,
  kind: 'logo' | 'gallery',
  where: PictureForm['where'],
): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return kind === 'logo' ? ownBusinessToasts.logoUploaded : ownBusinessToasts.imagesUploaded
    case 'limited':
      return ownBusinessToasts.tooManyUploads(result.minutes)
    case 'refused':
      return kind === 'logo' && result.reason !== 'too-many'
        ? logoRefusedToast(result.reason)
        : galleryPictureRefusedToast(result.reason, result.name, where)
    case 'not-found':
    case 'failed':
      return ownBusinessToasts.uploadFailed
  }
}
