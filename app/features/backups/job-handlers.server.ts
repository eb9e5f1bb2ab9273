import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { discardLog, writeLog } from './log-service.server.ts'
import { deleteOldBackups, findNewestBackup, makeBackup } from './set-service.server.ts'

/** A process that starts makes up for a backup that is missing, not for one that was made today. */
const dayMs = 20 * 3_600_000

export const jobHandlers = handleJobs(jobs, {
  makeBackupJob: async (platform) => {
    if (!platform.backup) return
    const newest = await findNewestBackup(platform.backup.store)
    if (newest && Date.now() - newest.getTime() < dayMs) return
    const made = await makeBackup(platform, platform.backup)
    if (made) platform.log.info({ backup: made.name, files: made.files }, 'a backup was made')
  },
  maintainBackupsJob: async (platform) => {
    if (!platform.backup) return discardLog(platform.db)
    while ((await writeLog(platform, platform.backup)) > 0);
    await deleteOldBackups(platform, platform.backup)
  },
})
