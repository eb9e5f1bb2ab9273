import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Deletes the file of a document that no row refers to. No longer queued: for those that the release before has queued. */
export const deleteUnusedVerificationDocumentFileJob = defineJob({
  name: 'verification.sweep-document',
  queue: 'work',
  schema: z.object({ key: z.string() }),
})

/** Removes the metadata of a photograph that was stored as it was received. */
export const removeDocumentPhotographMetadataJob = defineJob({
  name: 'verification.reencode-photograph',
  queue: 'work',
  schema: z.object({ document: z.uuid() }),
})

/** Writes the end that a reminder named, once the mail server accepted the reminder. */
export const writeAnnouncedVerificationEndJob = defineJob({
  name: 'verification.write-announced-end',
  queue: 'work',
  schema: z.object({ userId: z.uuid(), verifiedAt: z.iso.datetime() }),
})

/** Deletes evidence, reminds, ends verifications that are due, and deletes old invitations. Runs on a schedule. */
export const maintainVerificationsJob = defineJob({ name: 'verification.daily', queue: 'work', schema: z.object({}) })
