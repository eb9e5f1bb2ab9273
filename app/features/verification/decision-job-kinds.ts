import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

/** 'A reviewer is looking at your documents', once a submission. */
export const sendInReview: JobKind<{ userId: string; submission: string }> = {
  name: 'verification.send-in-review',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), submission: z.string() }),
}

/** What was decided, in the words of the decision, which is looked up when the mail is written. */
export const sendDecision: JobKind<{ decisionId: string }> = {
  name: 'verification.send-decision',
  queue: 'mail',
  schema: z.object({ decisionId: z.uuid() }),
}
