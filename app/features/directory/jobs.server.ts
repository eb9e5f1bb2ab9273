import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs.ts'

/** Brings listings in line with who is listed, where that is due. Runs on a schedule. */
export const refreshListingsJob = defineJob({ name: 'directory.refresh-listings', queue: 'work', schema: z.object({}) })
