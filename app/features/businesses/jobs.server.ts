import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

const pictureSchema = z.object({
  bucket: z.enum(['logo', 'gallery']),
  key: z.string(),
  width: z.int(),
  masterKey: z.string().nullable(),
})

/** Deletes the files of a picture that no row refers to. No longer queued: for those that the release before has queued. */
export const deleteUnusedBusinessPictureJob = defineJob({ name: 'media.sweep', queue: 'work', schema: pictureSchema })

/** Tells owners once how to show or hide their street address. Runs on a schedule until all are told. */
export const queueStreetAddressVisibilityMailsJob = defineJob({
  name: 'businesses.tell-about-street-addresses',
  queue: 'work',
  schema: z.object({}),
})

/** Deletes a draft on the day it expires, unless it was saved again. */
export const deleteBusinessDraftIfExpiredJob = defineJob({
  name: 'businesses.expire-draft',
  queue: 'work',
  schema: z.object({ profileId: z.uuid() }),
})
