import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs.ts'

/** Deletes old counts. Runs on a schedule. */
export const deleteOldCountsJob = defineJob({ name: 'insight.daily', queue: 'work', schema: z.object({}) })
