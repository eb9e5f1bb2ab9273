import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Deletes what people wrote in reports that were decided a year ago. Runs on a schedule. */
export const deleteOldReportTextsJob = defineJob({ name: 'reports.delete-old', queue: 'work', schema: z.object({}) })
