import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { redirect } from 'react-router'
import { profileAddress } from '#app/features/profile/rules.ts'
import { avatarBytes, avatarMessages } from '#app/features/profile/schema.ts'
import { mayUploadAvatar, setAvatar } from '#app/features/profile/service.server.ts'
import type { Flash } from '#app/lib/flash.ts'
import { PictureRefused } from '#app/platform/.server/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/avatar.ts'

/** Takes a picture and makes it the member's avatar; answers a script in JSON, and a form with the profile. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const minutes = await mayUploadAvatar(platform, actor)
  const said = minutes
    ? failed(`Too many uploads. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`)
    : await upload(platform, request, (bytes) => setAvatar(platform, actor, bytes))
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ toast: said }, { status: said.bad ? 400 : 200 })
  }
  return redirectWithFlash(profileAddress('profile'), said)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(profileAddress('profile'))
}

async function upload(
  platform: Platform,
  request: Request,
  keep: (bytes: Uint8Array) => Promise<void>,
): Promise<Flash> {
  try {
    const bytes = await readPicture(request)
    if (!bytes) return avatarMessages.type
    await keep(bytes)
    return { title: 'Success', description: 'Avatar updated successfully' }
  } catch (error) {
    if (error instanceof PictureRefused) return avatarMessages[error.reason]
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      await passOver(request, 4 * avatarBytes)
      return avatarMessages.size
    }
    // No form, or one that ends before it is whole: whatever it is, it is no picture.
    if (error instanceof FormDataParseError || error instanceof MaxPartsExceededError) return avatarMessages.type
    platform.log.error({ error }, 'an avatar could not be taken')
    return failed('The picture could not be saved. Please try again.')
  }
}

function failed(description: string): Flash {
  return { title: 'Upload failed', description, bad: true }
}

/** The file of a form as it arrives, given up once it is too large, whatever its announced length; null for none. */
async function readPicture(request: Request): Promise<Uint8Array | null> {
  let bytes: Uint8Array | null = null
  await parseFormData(
    request,
    { maxFiles: 1, maxFileSize: avatarBytes, maxParts: 5, maxTotalSize: avatarBytes + 10_000 },
    async (file) => {
      if (file.fieldName === 'avatar') bytes = new Uint8Array(await file.arrayBuffer())
      return null
    },
  )
  return bytes
}

/**
 * Takes in so many bytes more of a body without keeping them: a browser that is still sending when it is answered shows a
 * broken connection instead of the answer.
 */
async function passOver({ body }: Request, most: number): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  for (let passed = 0; passed < most; ) {
    const { done, value } = await reader.read()
    if (done) return
    passed += value.length
  }
  await reader.cancel()
}
