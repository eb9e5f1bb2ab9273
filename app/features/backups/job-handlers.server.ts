import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { discardRestoreReplayLogEntries, moveRestoreReplayLogToBackupStore } from './log-service.server.ts'
import { deleteOldBackups, findNewestBackupTime, makeBackup } from './set-service.server.ts'

/** A process that starts makes up for a backup that is missing, not for one that was made today. */
const dayMs = 20 * 3_600_000

export const jobHandlers = defineJobHandlers(jobs, {
  makeBackupJob: async (platform) => {
    if (!platform.backup) return
    const newest = await findNewestBackupTime(platform.backup.store)
    if (newest && Date.now() - newest.getTime() < dayMs) return
    const made = await makeBackup(platform, platform.backup)
    if (made) platform.log.info({ backup: made.name, files: made.files }, 'a backup was made')
  },
  deleteOldBackupsAndFlushRestoreLogJob: async (platform) => {
    if (!platform.backup) return discardRestoreReplayLogEntries(platform.db)
    while ((await moveRestoreReplayLogToBackupStore(platform, platform.backup)) > 0);
    await deleteOldBackups(platform, platform.backup)
  },
})
