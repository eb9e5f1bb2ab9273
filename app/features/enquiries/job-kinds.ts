import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

/** Tells the team of an enquiry. */
export const sendEnquiry: JobKind<{ id: string }> = {
  name: 'enquiries.send',
  queue: 'mail',
  schema: z.object({ id: z.uuid() }),
}
