import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Makes the backup of the day. */
export const makeBackupJob = defineJob({ name: 'backups.make', queue: 'work', schema: z.object({}) })

/** Deletes backups that are no longer kept, and writes what the log beside them lacks. */
export const deleteOldBackupsAndFlushRestoreLogJob = defineJob({
  name: 'backups.maintain',
  queue: 'work',
  schema: z.object({}),
})
