import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const ofExport = z.object({ exportId: z.uuid(), userId: z.uuid() })

/** Makes the copy that a member asked for. */
export const makeExport: JobKind<z.output<typeof ofExport>> = {
  name: 'privacy.make-export',
  queue: 'work',
  schema: ofExport,
}

/** Takes a copy away once its time is over. */
export const expireExport: JobKind<z.output<typeof ofExport>> = {
  name: 'privacy.expire-export',
  queue: 'work',
  schema: ofExport,
}

/** 'Your data is ready'. */
export const sendExportReady: JobKind<z.output<typeof ofExport>> = {
  name: 'privacy.send-export-ready',
  queue: 'mail',
  schema: ofExport,
}

const leave = z.object({ email: z.string(), deletedAt: z.iso.datetime() })

/** 'Your account is deleted', to an address that stands nowhere else any more. */
export const sendAccountDeleted: JobKind<z.output<typeof leave>> = {
  name: 'privacy.send-account-deleted',
  queue: 'mail',
  schema: leave,
}
