import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const sweepSchema = z.object({ key: z.string() })

/** Queued before a document is stored: should no row refer to the file in the end, it goes again. */
export const sweepDocument: JobKind<z.output<typeof sweepSchema>> = {
  name: 'verification.sweep-document',
  queue: 'work',
  schema: sweepSchema,
}

const reencodeSchema = z.object({ document: z.uuid() })

/** Takes the metadata out of a photograph that was stored as it was received. */
export const reencodePhotograph: JobKind<z.output<typeof reencodeSchema>> = {
  name: 'verification.reencode-photograph',
  queue: 'work',
  schema: reencodeSchema,
}

const dailySchema = z.object({ day: z.iso.date() })

/** What is due on a day: evidence to delete, reminders, what lapses. Each queues the next day's. */
export const dailyUpkeep: JobKind<z.output<typeof dailySchema>> = {
  name: 'verification.daily',
  queue: 'work',
  schema: dailySchema,
}

function mail<Data extends object>(name: string, schema: z.ZodType<Data>): JobKind<Data> {
  return { name, queue: 'mail', schema }
}

const moment = z.iso.datetime()

/** 'We have your verification'. */
export const sendSubmitted = mail('verification.send-submitted', z.object({ userId: z.uuid(), submittedAt: moment }))

/** 'Your verification is withdrawn'. */
export const sendWithdrawn = mail(
  'verification.send-withdrawn',
  z.object({ userId: z.uuid(), withdrawnAt: moment, documents: z.int() }),
)

/** 'Your documents will be deleted'. */
export const sendEvidenceDue = mail(
  'verification.send-evidence-due',
  z.object({ userId: z.uuid(), decisionId: z.uuid(), dueAt: moment }),
)

/** 'Is it still true?', before the year is over and on the day it is. */
export const sendReminder = mail(
  'verification.send-reminder',
  z.object({
    userId: z.uuid(),
    verifiedAt: moment,
    stage: z.enum(['month', 'week', 'day']),
  }),
)

/** 'Your verification has run out'. */
export const sendLapsed = mail('verification.send-lapsed', z.object({ userId: z.uuid(), lapsedAt: moment }))
