import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import {
  findMigrationTimestampByTag,
  isMigrationBeforeBaseline,
  listMigrations,
  tooOldForMigrationError,
} from '#app/platform/.server/database/migrations.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import type { BackupStore } from '#app/platform/.server/storage/backup-store.ts'
import { backUpFiles, deleteUnusedBackupFiles } from './files-service.server.ts'
import { deleteExpiredRestoreReplayLogs, recordBackupInRestoreReplayLog } from './log-service.server.ts'
import { type BackupManifest, backupManifestSchema } from './manifest-schema.ts'
import type { BackupTarget } from './objects.server.ts'
import { chooseBackupsToKeep, isRecentBackupPartExpired, nameBackup, timeOfBackupName } from './rules.ts'
import { copyTablesForBackup, sendCopiedTablesToBackup } from './tables-service.server.ts'

type Source = Pick<Platform, 'copyTables' | 'tryLock' | 'storage' | 'dataDir' | 'log'>

const manifestPath = (name: string) => `sets/${name}/manifest.json`

/**
 * Makes a backup and deletes what is no longer kept. It counts once its manifest is there, which is written last. Null if another process
 * is making one.
 */
export async function makeBackup(
  source: Source,
  target: BackupTarget,
  now = new Date(),
): Promise<BackupManifest | null> {
  return exclusively(source, async () => {
    const { store } = target
    const startedAt = now
    const name = nameBackup(startedAt)
    const folder = join(source.dataDir, 'backup-copies')
    // What a process left that was killed.
    await rm(folder, { recursive: true, force: true })
    try {
      const { migration, ...copied } = await source.copyTables('snapshot', (copy) =>
        copyTablesForBackup(folder, copy, target, name),
      )
      const tag = listMigrations().find(({ when }) => String(when) === migration)?.tag
      if (!tag)
        throw new StartError('A newer release of Muster has changed this database: make the backup with that one.')
      await sendCopiedTablesToBackup(folder, target, copied.tables)
      // After the database: a row refers to files, and a file that came later does no harm.
      const files = await backUpFiles(source, target, name)
      const isEncrypted = target.recipient !== null
      const manifest: BackupManifest = { format: 1, name, startedAt, migration: tag, isEncrypted, files, ...copied }
      await recordBackupInRestoreReplayLog(target, name, now)
      await store.write(manifestPath(name), Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
      await prune(target, now)
      return manifest
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Deletes backups and parts of backups that are no longer kept, and what a process left that was killed. */
export async function deleteOldBackups(source: Source, target: BackupTarget, now = new Date()): Promise<void> {
  await exclusively(source, () => prune(target, now))
}

async function exclusively<Result>({ tryLock }: Source, act: () => Promise<Result>): Promise<Result | null> {
  const unlock = await tryLock('backup')
  if (!unlock) return null
  try {
    return await act()
  } finally {
    await unlock()
  }
}

async function prune(target: BackupTarget, now: Date): Promise<void> {
  const { store } = target
  const paths = await store.list('sets')
  const whole = wholeSets(paths)
  const kept = chooseBackupsToKeep(whole, now)
  const isGone = (path: string) => {
    const [, name = '', part] = path.split('/')
    const startedAt = timeOfBackupName(name)
    // Something else that somebody put there is not ours.
    if (!startedAt) return false
    return !kept.has(name) || (part === 'recent' && isRecentBackupPartExpired(startedAt, now))
  }
  // The manifest first, so that none is offered of which a part is missing.
  const gone = paths.filter(isGone).toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a)))
  await store.delete(gone)
  await deleteUnusedBackupFiles(target, [...kept])
  await deleteExpiredRestoreReplayLogs(target, now)
}

const isManifest = (path: string) => path.endsWith('/manifest.json')

function wholeSets(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const [, name = '', file] = path.split('/')
    return file === 'manifest.json' && timeOfBackupName(name) ? [name] : []
  })
}

/** The names of all backups that are whole, oldest first. */
export async function listCompleteBackupNames(store: BackupStore): Promise<string[]> {
  return wholeSets(await store.list('sets'))
}

/** When the newest backup was made; null if there is none. */
export async function findNewestBackupTime(store: BackupStore): Promise<Date | null> {
  return timeOfBackupName((await listCompleteBackupNames(store)).at(-1) ?? '')
}

/**
 * Reads what a backup consists of: the newest, or the one of this name.
 * @throws StartError if there is none, or this release cannot read it
 */
export async function readBackupManifest(store: BackupStore, wanted?: string): Promise<BackupManifest> {
  const names = await listCompleteBackupNames(store)
  const name = wanted ?? names.at(-1)
  if (!name) throw new StartError('There is no whole backup in the place that --from names.')
  const stored = names.includes(name) ? await store.read(manifestPath(name)) : null
  if (!stored) {
    const partly = (await store.list(`sets/${name}`)).length > 0
    const reason = partly ? `The backup ${name} was cut off before it was whole` : `There is no backup ${name}`
    throw new StartError(`${reason}. There are: ${names.join(', ') || 'none'}.`)
  }
  const { data, error } = backupManifestSchema.safeParse(await json(stored).catch(() => null))
  if (error) throw new StartError(`The manifest of the backup ${name} is damaged, or of a newer release of Muster.`)
  if (isMigrationBeforeBaseline(data.migration)) throw tooOldForMigrationError(`The backup ${name}`, 'restore it with')
  if (findMigrationTimestampByTag(data.migration) === undefined) {
    throw new StartError(
      `The backup ${name} is of a newer release of Muster: this one lacks its migration ${data.migration}. Restore it with that release.`,
    )
  }
  return data
}
