import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { restoreLogEntries } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type RestoreReplayLogEntry, restoreReplayLogEntrySchema } from './manifest-schema.ts'
import {
  type BackupOrigin,
  type BackupTarget,
  packedBackupExtension,
  unpackBackupJson,
  writePackedBackupJson,
} from './objects.server.ts'
import { isRestoreReplayLogEntryExpired, nameBackup, timeOfBackupName } from './rules.ts'

// The log beside the backups says by ids alone what a restored backup must not undo. A store of objects cannot append, so each write is an
// object of its own; it is encrypted as the backups are, and its name is its time.

/** Moves the entries that the database has for the log into it. One that is written twice is applied twice, which changes nothing. */
export async function moveRestoreReplayLogToBackupStore(
  platform: Pick<Platform, 'db'>,
  target: BackupTarget,
  now = new Date(),
): Promise<number> {
  const rows = await platform.db.select().from(restoreLogEntries).orderBy(restoreLogEntries.id).limit(1_000)
  if (rows.length === 0) return 0
  const [first] = rows
  await writePackedBackupJson(
    target,
    `log/${nameBackup(now)}-${first?.id}.json${packedBackupExtension(target)}`,
    rows.map(({ id, ...entry }) => entry),
  )
  await platform.db.delete(restoreLogEntries).where(
    inArray(
      restoreLogEntries.id,
      rows.map(({ id }) => id),
    ),
  )
  return rows.length
}

/** Where no backups are made, nobody needs the entries. */
export async function discardRestoreReplayLogEntries(db: Database): Promise<void> {
  await db.delete(restoreLogEntries).where(sql`true`)
}

/** Writes that a backup was made. Where the log lacks this, it is not the log of that backup, or parts of it are lost. */
export async function recordBackupInRestoreReplayLog(target: BackupTarget, name: string, now: Date): Promise<void> {
  const entry = { kind: 'backup', happenedAt: now, transactionId: '0', entry: { name } }
  await writePackedBackupJson(target, `log/${nameBackup(now)}-backup.json${packedBackupExtension(target)}`, [entry])
}

/**
 * Reads the log since a day before a moment. Null if it is not the log of this backup.
 * @throws StartError for a wrong key
 */
export async function readRestoreReplayLogOfBackup(
  origin: BackupOrigin,
  backup: string,
  since: Date,
): Promise<RestoreReplayLogEntry[] | null> {
  const entries: RestoreReplayLogEntry[] = []
  for (const path of await origin.store.list('log')) {
    const writtenAt = timeOfBackupName(path.slice('log/'.length))
    if (!writtenAt || writtenAt.getTime() < since.getTime() - 86_400_000) continue
    entries.push(...restoreReplayLogEntrySchema.array().parse(await unpackBackupJson(origin, path)))
  }
  return entries.some((entry) => entry.kind === 'backup' && entry.entry.name === backup) ? entries : null
}

/** Deletes what no backup needs any more. */
export async function deleteExpiredRestoreReplayLogs({ store }: BackupTarget, now: Date): Promise<void> {
  const paths = await store.list('log')
  await store.delete(
    paths.filter((path) => {
      const writtenAt = timeOfBackupName(path.slice('log/'.length))
      return writtenAt && isRestoreReplayLogEntryExpired(writtenAt, now)
    }),
  )
}

/**
 * Writes the log whenever there are entries, until the returned function is called. What fails is tried again by a scheduled job.
 */
export async function moveRestoreReplayLogContinuously(
  platform: Pick<Platform, 'db' | 'live' | 'log'>,
  target: BackupTarget,
): Promise<() => void> {
  let isWriting = false
  let isNewer = false
  const write = async () => {
    isNewer = true
    if (isWriting) return
    isWriting = true
    try {
      while (isNewer) {
        isNewer = false
        while ((await moveRestoreReplayLogToBackupStore(platform, target)) > 0);
      }
    } catch (error) {
      platform.log.error({ error }, 'the log beside the backups could not be written')
    } finally {
      isWriting = false
    }
  }
  return (
    (await platform.live.watch({
      userId: 'restore-log',
      topics: ['restore-log'],
      onNews: () => void write(),
      onEnd: () => undefined,
    })) ?? (() => undefined)
  )
}
