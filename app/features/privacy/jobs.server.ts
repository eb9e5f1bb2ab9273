import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

const exportSchema = z.object({ exportId: z.uuid(), userId: z.uuid() })

/** Creates the copy of their data that a member requested. */
export const makeDataExportJob = defineJob({ name: 'privacy.make-export', queue: 'work', schema: exportSchema })

/** Deletes what is over its time. Runs on a schedule. */
export const deleteExpiredDataJob = defineJob({ name: 'privacy.delete-expired', queue: 'work', schema: z.object({}) })

/** Deletes a copy when it expires. */
export const expireDataExportJob = defineJob({ name: 'privacy.expire-export', queue: 'work', schema: exportSchema })
