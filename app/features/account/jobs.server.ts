import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs.ts'

/** Reads which emails came back later. In the queue that waits for servers elsewhere. */
export const readBouncesJob = defineJob({ name: 'account.read-bounces', queue: 'feeds', schema: z.object({}) })
