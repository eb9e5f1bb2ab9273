import { findNewestBackup } from '#app/features/backups/set-service.server.ts'
import { oldBackupMs } from '#app/features/monitoring/rules.ts'
import type { Config } from '#app/platform/.server/config.ts'
import { openBackupStore } from '#app/platform/.server/storage/backup-store.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding-model.ts'

/** Looks when the last backup was made. */
export async function checkBackups({ backup }: Pick<Config, 'backup'>): Promise<Finding> {
  const about = 'Backups'
  if (!backup) return warning(about, 'are not made', 'Set BACKUP_TO and BACKUP_RECIPIENT.')
  try {
    const newest = await findNewestBackup(await openBackupStore(backup.location))
    return evaluateNewestBackup(newest, Date.now())
  } catch (error) {
    return bad(
      about,
      `cannot be asked for: ${reasonOf(error)}`,
      'See that BACKUP_TO is there, and that Muster may list, write and delete in it.',
    )
  }
}

/**
 * Evaluates when the newest backup was made: one is made a day.
 * @param now in milliseconds since 1970
 */
export function evaluateNewestBackup(newest: Date | null, now: number): Finding {
  const about = 'Backups'
  const advice = 'Make one with npm run backup, which says what is wrong. See that a worker runs: it makes one a day.'
  if (!newest) return warning(about, 'are set up, and none was made yet', advice)
  const found = `The newest is of ${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return now - newest.getTime() > oldBackupMs ? bad(about, found, advice) : good(about, found)
}
