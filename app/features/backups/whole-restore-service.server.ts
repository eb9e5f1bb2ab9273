import type { Config } from '#app/platform/.server/config.ts'
import { openMigratedDatabase, openUnmigratedDatabase } from '#app/platform/.server/database/database.ts'
import type { TableCopyTransaction } from '#app/platform/.server/database/table-copy.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import type { Log } from '#app/platform/.server/observability/log.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { type FileStorage, openFileStorage, storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { restoreBackupFiles } from './files-service.server.ts'
import type { BackupManifest } from './manifest-schema.ts'
import type { BackupOrigin } from './objects.server.ts'
import {
  isRestoreDatabaseEmpty,
  isRestoredDatabaseAwaitingReplayLog,
  listRemainingPartsOfBackup,
  restoreBackupJobs,
  restoreBackupTables,
} from './restore-service.server.ts'
import { listTablesDifferingFromBackupCopy } from './tables-service.server.ts'

type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 's3'>

/** Whether nobody uses the database and the files that these settings name, or they were restored and are held. */
export async function getRestoreTargetState(config: Place): Promise<'empty' | 'held' | 'used'> {
  const database = await openUnmigratedDatabase(config)
  const state = await database
    .copyTables('snapshot', async (copy) => {
      if (await isRestoreDatabaseEmpty(copy)) return 'empty'
      return (await isRestoredDatabaseAwaitingReplayLog(copy)) ? 'held' : 'used'
    })
    .finally(() => database.close())
  if (state !== 'empty') return state
  return (await hasFiles(await openFileStorage(config))) ? 'used' : 'empty'
}

async function hasFiles(storage: FileStorage): Promise<boolean> {
  for (const bucket of storageBuckets) for await (const _ of storage.list(bucket)) return true
  return false
}

async function deleteFiles(storage: FileStorage): Promise<void> {
  for (const bucket of storageBuckets) for await (const key of storage.list(bucket)) await storage.delete(bucket, key)
}

/**
 * Restores a backup into an empty place, which is held from then on. If anything fails, the place is empty again.
 * @throws StartError
 */
export async function restoreBackup(
  config: Place,
  origin: BackupOrigin,
  manifest: BackupManifest,
  log: Log,
  check?: (copy: TableCopyTransaction) => Promise<void>,
): Promise<{ files: number; isWithoutRecent: boolean }> {
  const parts = await listRemainingPartsOfBackup(origin, manifest)
  if ((await getRestoreTargetState(config)) !== 'empty') throw makeRestoreTargetNotEmptyError()
  const storage = await openFileStorage(config)
  try {
    const files = await restoreBackupFiles(storage, origin, manifest, parts)
    const unmigrated = await openUnmigratedDatabase(config)
    await restoreBackupTables(unmigrated.copyTables, origin, manifest, parts, check).finally(() => unmigrated.close())
    // Migrates to this release, and creates the tables of the queue.
    const handle = await openMigratedDatabase(config)
    try {
      const jobs = await openJobQueue(handle, log)
      await restoreBackupJobs(handle.copyTables, origin, manifest, parts).finally(() => jobs.close())
    } finally {
      await handle.close()
    }
    return { files, isWithoutRecent: !parts.includes('recent') }
  } catch (error) {
    await deleteFiles(storage)
    await emptyDatabaseAfterFailedRestore(config)
    throw error
  }
}

/** Why a place is not restored into. */
export function makeRestoreTargetNotEmptyError(): StartError {
  return new StartError('The place to restore into is not empty: it has a database or files. Nothing was changed.')
}

/** Removes what a failed restore left in a database that was empty before. */
export async function emptyDatabaseAfterFailedRestore(config: Place): Promise<void> {
  const { copyTables, close } = await openUnmigratedDatabase(config)
  await copyTables('change', async (copy) => {
    const drops = await copy.select<{ text: string }>(
      `SELECT format('DROP SCHEMA %I CASCADE', nspname) AS text FROM pg_namespace WHERE nspname IN ('drizzle', 'pgboss')
       UNION ALL
       SELECT format('DROP %s IF EXISTS %s CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, c.oid::regclass)
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
       UNION ALL
       SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure)
       FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       UNION ALL
       SELECT format('DROP TEXT SEARCH CONFIGURATION IF EXISTS %I CASCADE', cfgname)
       FROM pg_ts_config t WHERE cfgnamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
       UNION ALL
       SELECT format('DROP TEXT SEARCH DICTIONARY IF EXISTS %I CASCADE', dictname)
       FROM pg_ts_dict t WHERE dictnamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')`,
    )
    for (const { text } of drops) await copy.run(text)
  }).finally(close)
}

/** What differs between a backup and what was restored from it; empty if nothing does. */
export async function restoreAndVerifyBackup(
  config: Place,
  origin: BackupOrigin,
  manifest: BackupManifest,
  log: Log,
): Promise<{ different: string[]; files: number }> {
  let different: string[] = []
  const { files } = await restoreBackup(config, origin, manifest, log, async (copy) => {
    const parts = await listRemainingPartsOfBackup(origin, manifest)
    const tables = manifest.tables.filter(({ schema, part }) => schema === 'public' && parts.includes(part))
    different = await listTablesDifferingFromBackupCopy(copy, tables)
  })
  return { different, files }
}
