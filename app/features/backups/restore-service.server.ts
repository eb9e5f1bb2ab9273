import { sql } from 'drizzle-orm'
import {
  closeCredentialStatusListsAfterRestore,
  recordCredentialsEndedSinceBackup,
  recordCredentialsIssuedSinceBackup,
} from '#app/features/credentials/restore-service.server.ts'
import {
  markPartnerCodesGivenAfterRestore,
  restoreGivenPartnerCode,
} from '#app/features/offers/restore-service.server.ts'
import { unsafeEraseMember } from '#app/features/privacy/service.server.ts'
import { unsafeEndVerificationAfterBackupRestore } from '#app/features/verification/restore-service.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { migrateEmptyDatabaseUpTo } from '#app/platform/.server/database/migrations.ts'
import type { RunInTableCopyTransaction, TableCopyTransaction } from '#app/platform/.server/database/table-copy.ts'
import { quotedColumnList } from '#app/platform/.server/database/table-copy.ts'
import { restoreHold } from '#app/platform/.server/database/tables.ts'
import { findRestoreHold } from '#app/platform/.server/installation.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { makeUnusableBackupError } from './files-service.server.ts'
import { readRestoreReplayLogOfBackup } from './log-service.server.ts'
import type { BackupManifest, RestoreReplayLogEntry } from './manifest-schema.ts'
import { type BackupOrigin, unpackBackupObject } from './objects.server.ts'
import { type BackupPartKind, isRecentBackupPartExpired } from './rules.ts'
import { readBackupManifest } from './set-service.server.ts'
import { loadCopiedTables } from './tables-service.server.ts'

/** The parts that a backup still has. */
export async function listRemainingPartsOfBackup(
  { store }: BackupOrigin,
  { name, startedAt }: BackupManifest,
  now = new Date(),
): Promise<BackupPartKind[]> {
  const isRecentThere = (await store.list(`sets/${name}/recent`)).length > 0
  if (!isRecentThere && !isRecentBackupPartExpired(startedAt, now))
    throw makeUnusableBackupError(name, 'its recent part is missing')
  return isRecentThere ? ['lasting', 'recent'] : ['lasting']
}

/** Whether a database has no tables of anybody. */
export async function isRestoreDatabaseEmpty(copy: TableCopyTransaction): Promise<boolean> {
  const [row] = await copy.select<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_'
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ) AS found`,
  )
  return !row?.found
}

/** Whether a database was restored and waits for its log. */
export async function isRestoredDatabaseAwaitingReplayLog(copy: TableCopyTransaction): Promise<boolean> {
  const [table] = await copy.select<{ found: boolean }>(
    `SELECT to_regclass('public.restore_hold') IS NOT NULL AS found`,
  )
  return Boolean(table?.found) && (await copy.select('SELECT FROM restore_hold')).length > 0
}

/** Fills an empty database with the tables of a backup, in one transaction. It is held from then on. @throws StartError */
export async function restoreBackupTables(
  copyTables: RunInTableCopyTransaction,
  origin: BackupOrigin,
  manifest: BackupManifest,
  parts: BackupPartKind[],
  check: (copy: TableCopyTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { name, startedAt, snapshot } = manifest
  await copyTables('change', async (copy) => {
    if (!(await isRestoreDatabaseEmpty(copy)))
      throw new StartError('The database is not empty. Restore into an empty one; nothing was changed.')
    await migrateEmptyDatabaseUpTo(copy.run, manifest.migration)
    await loadCopiedTables(copy, {
      tables: manifest.tables.filter(({ schema, part }) => schema === 'public' && parts.includes(part)),
      sequences: manifest.sequences,
      read: async ({ path }) => {
        const lines = await unpackBackupObject(origin, path)
        if (!lines) throw makeUnusableBackupError(name, `${path} is missing`)
        return lines
      },
      onMismatch: ({ path, rows }, read) =>
        makeUnusableBackupError(name, `${path} has ${read} of ${rows} rows, or was changed`),
    })
    if (!parts.includes('recent')) {
      await copy.run('UPDATE verification_documents SET deleted_at = now() WHERE deleted_at IS NULL')
    }
    await check(copy)
    await copy.select('INSERT INTO restore_hold (backup, started_at, snapshot) VALUES ($1, $2, $3)', [
      name,
      startedAt.toISOString(),
      snapshot,
    ])
  })
}

/** Adds the jobs of a backup to a queue that was just created. */
export async function restoreBackupJobs(
  copyTables: RunInTableCopyTransaction,
  origin: BackupOrigin,
  manifest: BackupManifest,
  parts: BackupPartKind[],
): Promise<void> {
  const table = manifest.tables.find(({ schema, part }) => schema === 'pgboss' && parts.includes(part))
  const lines = table && (await unpackBackupObject(origin, table.path))
  if (lines) await addRestoredJobs(copyTables, table.columns, lines)
}

/**
 * Adds jobs to a queue. Its table belongs to pg-boss and may have changed since, so only columns that both have are copied.
 * @param lines rows in PostgreSQL's text format
 */
export async function addRestoredJobs(
  copyTables: RunInTableCopyTransaction,
  columns: string[],
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  await copyTables('change', async (copy) => {
    const known = await copy.select<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'pgboss.job'::regclass AND attnum > 0 AND NOT attisdropped`,
    )
    const types = columns.map((column) => `${quotedColumnList({ columns: [column] })} text`)
    const shared = columns.filter((column) => known.some(({ name }) => name === column))
    const typed = await copy.select<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = 'pgboss.job'::regclass AND attname = ANY ($1)`,
      [shared],
    )
    await copy.run(`CREATE TEMPORARY TABLE restored_jobs (${types.join(', ')}) ON COMMIT DROP`)
    await copy.write({ schema: 'pg_temp', name: 'restored_jobs', columns }, lines)
    const values = typed.map(({ name, type }) => `${quotedColumnList({ columns: [name] })}::${type}`)
    await copy.run(
      `INSERT INTO pgboss.job (${quotedColumnList({ columns: typed.map(({ name }) => name) })})
       SELECT ${values.join(', ')} FROM pg_temp.restored_jobs ON CONFLICT DO NOTHING`,
    )
  })
}

/** Adds the jobs again to a held database, in case its restore was killed before it had done so. */
export async function ensureRestoredJobsAdded(
  platform: Pick<Platform, 'db' | 'copyTables'>,
  origin: BackupOrigin,
): Promise<void> {
  const hold = await findRestoreHold(platform.db)
  if (!hold) return
  const manifest = await readBackupManifest(origin.store, hold.backup)
  await restoreBackupJobs(platform.copyTables, origin, manifest, await listRemainingPartsOfBackup(origin, manifest))
}

/**
 * Applies the log beside the backups to a restored database, and ends its hold in the same transaction. Returns how many entries
 * concerned it; null if this is not the log of its backup.
 */
export async function applyRestoreReplayLog(
  platform: Pick<Platform, 'db' | 'jobs'>,
  origin: BackupOrigin,
): Promise<number | null> {
  const hold = await findRestoreHold(platform.db)
  if (!hold) throw new StartError('This database is not held: there is no log to apply.')
  const entries = await readRestoreReplayLogOfBackup(origin, hold.backup, hold.startedAt)
  if (!entries) return null
  return platform.db.transaction(async (transaction) => {
    let applied = 0
    for (const entry of entries) {
      // An entry of a transaction that the backup saw is in it already; its verification may be back since.
      if (entry.kind === 'backup' || (await isInBackup(transaction, entry, hold.snapshot))) continue
      await applyEntry(platform, transaction, entry)
      applied += 1
    }
    await transaction.delete(restoreHold)
    return applied
  })
}

async function isInBackup(
  transaction: Database,
  { transactionId }: RestoreReplayLogEntry,
  snapshot: string,
): Promise<boolean> {
  const [row] = await queryRows<{ visible: boolean }>(
    transaction,
    sql`SELECT pg_visible_in_snapshot(${transactionId}::text::xid8, ${snapshot}::text::pg_snapshot) AS visible`,
  )
  return row?.visible ?? false
}

async function applyEntry(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  logged: RestoreReplayLogEntry,
): Promise<void> {
  switch (logged.kind) {
    case 'erased':
      return unsafeEraseMember(platform, transaction, logged.entry.userId)
    case 'verification-ended':
      return unsafeEndVerificationAfterBackupRestore(platform, transaction, logged.entry.userId, logged.entry)
    case 'issued':
      return recordCredentialsIssuedSinceBackup(transaction, logged.entry.credentials)
    case 'code-given':
      return restoreGivenPartnerCode(transaction, logged.entry)
    case 'ended':
      return recordCredentialsEndedSinceBackup(transaction, logged.entry.credentials)
  }
}

/**
 * Ends the hold of a restored database whose log is lost: every status index that may have been given out since counts as revoked, and every
 * code of a partner as given.
 */
export async function releaseHeldRestoreWithoutReplayLog({ db }: Pick<Platform, 'db'>): Promise<void> {
  if (!(await findRestoreHold(db))) throw new StartError('This database is not held: nothing was changed.')
  await db.transaction(async (transaction) => {
    await closeCredentialStatusListsAfterRestore(transaction)
    await markPartnerCodesGivenAfterRestore(transaction)
    await transaction.delete(restoreHold)
  })
}
