import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

export const sweepPictureSchema = z.object({
  bucket: z.enum(['logo', 'gallery']),
  key: z.string(),
  width: z.int(),
  masterKey: z.string().nullable(),
})

/** Queued before the files of a picture are stored: should no row refer to them in the end, they go again. */
export const sweepPicture: JobKind<z.output<typeof sweepPictureSchema>> = {
  name: 'media.sweep',
  queue: 'work',
  schema: sweepPictureSchema,
}

export const removePictureSchema = sweepPictureSchema.extend({ removedId: z.uuid() })

/** Queued with the deletion of a picture, for when it cannot be undone any more: its files go then. */
export const removePicture: JobKind<z.output<typeof removePictureSchema>> = {
  name: 'media.remove',
  queue: 'work',
  schema: removePictureSchema,
}

export const expireDraftSchema = z.object({ profileId: z.uuid() })

/** Queued for the day a draft runs out, unless it is saved again before. */
export const expireDraft: JobKind<z.output<typeof expireDraftSchema>> = {
  name: 'businesses.expire-draft',
  queue: 'work',
  schema: expireDraftSchema,
}
