import { findNewestBackupTime } from '#app/features/backups/set-service.server.ts'
import { backupOverdueMs } from '#app/features/monitoring/rules.ts'
import type { Config } from '#app/platform/.server/config.ts'
import { openBackupStore } from '#app/platform/.server/storage/backup-store.ts'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'

/** Looks when the last backup was made. */
export async function checkLastBackupTime({ backup }: Pick<Config, 'backup'>): Promise<DoctorFinding> {
  const about = 'Backups'
  if (!backup) return makeWarningDoctorFinding(about, 'are not made', 'Set BACKUP_TO and BACKUP_RECIPIENT.')
  try {
    const newest = await findNewestBackupTime(await openBackupStore(backup.location))
    return evaluateNewestBackup(newest, Date.now())
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      `cannot be asked for: ${errorReasonOf(error)}`,
      'See that BACKUP_TO is there, and that Muster may list, write and delete in it.',
    )
  }
}

/**
 * Evaluates when the newest backup was made: one is made a day.
 * @param now in milliseconds since 1970
 */
export function evaluateNewestBackup(newest: Date | null, now: number): DoctorFinding {
  const about = 'Backups'
  const advice = 'Make one with npm run backup, which says what is wrong. See that a worker runs: it makes one a day.'
  if (!newest) return makeWarningDoctorFinding(about, 'are set up, and none was made yet', advice)
  const found = `The newest is of ${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return now - newest.getTime() > backupOverdueMs
    ? makeBadDoctorFinding(about, found, advice)
    : makeGoodDoctorFinding(about, found)
}
