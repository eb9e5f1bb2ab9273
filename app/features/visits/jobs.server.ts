import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Writes the medians of each trade, and deletes old counts. Runs on a schedule. */
export const maintainVisitCountsJob = defineJob({ name: 'insight.daily', queue: 'work', schema: z.object({}) })

/** Starts the emails about the last month. Runs on a schedule, and at each start. */
export const startMonthlyVisitsMailsJob = defineJob({ name: 'insight.month', queue: 'work', schema: z.object({}) })

/** Queues the monthly emails of the next owners after one of them. */
export const queueMonthlyVisitsMailsJob = defineJob({
  name: 'insight.send-months',
  queue: 'work',
  schema: z.object({ month: z.iso.date(), after: z.uuid().nullable() }),
})
