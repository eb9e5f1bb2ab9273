import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

/** 'Your account is suspended', or that it is not any more. */
export const sendSuspension: JobKind<{ userId: string; suspended: boolean; changedAt: string }> = {
  name: 'profile.send-suspension',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), suspended: z.boolean(), changedAt: z.iso.datetime() }),
}
