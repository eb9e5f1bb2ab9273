import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Config } from '#app/platform/.server/config.ts'
import { openMigratedDatabase, openUnmigratedDatabase } from '#app/platform/.server/database/database.ts'
import { startOrJoinEmbeddedDatabase } from '#app/platform/.server/database/embedded-postgres.ts'
import {
  listMigrations,
  migrateEmptyDatabaseUpTo,
  tooOldForMigrationError,
} from '#app/platform/.server/database/migrations.ts'
import {
  hasEmbeddedDatabase,
  hasOlderEmbeddedDatabase,
  openOlderEmbeddedDatabase,
} from '#app/platform/.server/database/older-database.ts'
import type { RunInTableCopyTransaction, TableCopyTransaction } from '#app/platform/.server/database/table-copy.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import type { Log } from '#app/platform/.server/observability/log.ts'
import { StartError, toDatabaseOpenStartError } from '#app/platform/.server/start-errors.ts'
import { type FileStorage, openFileStorage, storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { BackupRowCountAndHashMeter } from './objects.server.ts'
import { addRestoredJobs, isRestoreDatabaseEmpty } from './restore-service.server.ts'
import {
  listDatabaseSequences,
  listTablePartsToBackUp,
  listTablesDifferingFromBackupCopy,
  loadCopiedTables,
} from './tables-service.server.ts'
import { emptyDatabaseAfterFailedRestore } from './whole-restore-service.server.ts'

export interface EmbeddedDatabaseCopyResult {
  tables: number
  rows: number
  files: number
}

const noDatabase = 'There is no embedded database in the folder that --from names.'

/**
 * Copies everything of an embedded database into an empty PostgreSQL, in one snapshot, and its files into the place that the settings
 * name. Rows and hashes are compared before anything is committed. What was there stays as it was.
 * @throws StartError
 */
export async function copyEmbeddedDatabaseToPostgres(
  folder: string,
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 's3'>,
  log: Log,
): Promise<EmbeddedDatabaseCopyResult> {
  // Opening it would make one.
  if (!hasEmbeddedDatabase(folder)) throw new StartError(noDatabase)
  const source = await openUnmigratedDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir: folder })
  try {
    const target = await openUnmigratedDatabase(config)
    if (!(await target.copyTables('snapshot', isRestoreDatabaseEmpty).finally(target.close))) {
      throw new StartError('The database that --to names is not empty. Nothing was changed.')
    }
    try {
      const counts = await copyDatabase(source.copyTables, config, log)
      const isInPlace = !config.s3 && resolve(config.dataDir) === resolve(folder)
      const files = isInPlace
        ? 0
        : await moveFiles(await openFileStorage({ dataDir: folder, s3: null }), await openFileStorage(config))
      return { ...counts, files }
    } catch (error) {
      await emptyDatabaseAfterFailedRestore(config)
      throw error
    }
  } finally {
    await source.close()
  }
}

/**
 * Moves the database that a release before PostgreSQL came with Muster left in a data folder into one of PostgreSQL there, with every row. It
 * works on a copy, and sets the older one aside only once all has arrived: whatever ends it, the next start begins again. Null if there is none.
 * @throws StartError if the rows do not fit: then nothing was changed
 */
export async function convertOlderEmbeddedDatabase(
  folder: string,
  log: Log,
): Promise<Omit<EmbeddedDatabaseCopyResult, 'files'> | null> {
  if (!hasOlderEmbeddedDatabase(folder)) return null
  const explain = async (error: unknown): Promise<never> => {
    throw explainCollision(error) ?? (await toDatabaseOpenStartError(error, { databaseUrl: null, dataDir: folder }))
  }
  const target = await startOrJoinEmbeddedDatabase(folder, { moves: true }).catch(explain)
  try {
    if (!target.isMoving) return null
    log.info('the database of an older release is here: its rows move into PostgreSQL, which may take some minutes')
    const source = await openOlderEmbeddedDatabase(folder)
    try {
      const place = { databaseUrl: target.url, databaseDirectUrl: null, dataDir: folder }
      const moved = await copyDatabase(source.copyTables, place, log)
      await target.finishMove()
      log.info({ ...moved }, 'every row has moved; what was there before is in the folder database-before-postgresql')
      return moved
    } finally {
      await source.close()
    }
  } catch (error) {
    return await explain(error)
  } finally {
    await target.leave()
  }
}

/** The older database folded other letters than PostgreSQL does, so two rows may be the same to it that were not before. */
function explainCollision(error: unknown): StartError | null {
  const { code, constraint, detail, cause } = Object(error)
  if (cause) return explainCollision(cause)
  if (code !== '23505') return null
  return new StartError(
    `Two rows of the older database are the same to PostgreSQL, which ignores case in all letters (${constraint}: ${detail}) ` +
      'Nothing was changed. Start the release that this folder ran with, change one of the two, then start this one again.',
  )
}

/** Copies all tables of a database into an empty one, which then has the migrations of this release. */
async function copyDatabase(
  source: RunInTableCopyTransaction,
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  log: Log,
): Promise<Omit<EmbeddedDatabaseCopyResult, 'files'>> {
  return source('snapshot', async (from) => {
    const migration = await requireKnownMigration(from)
    const target = await openUnmigratedDatabase(config)
    const counts = await target.copyTables('change', (to) => copyAll(from, to, migration)).finally(target.close)
    // Migrations that are not of one transaction, those since, listings.sql, and the tables of the queue.
    const handle = await openMigratedDatabase(config)
    try {
      const jobs = await openJobQueue(handle, log)
      await moveJobs(from, handle.copyTables).finally(() => jobs.close())
    } finally {
      await handle.close()
    }
    return counts
  })
}

async function requireKnownMigration(from: TableCopyTransaction): Promise<string> {
  if (await isRestoreDatabaseEmpty(from)) throw new StartError(noDatabase)
  const [row] = await from.select<{ last: string }>(
    'SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations',
  )
  const known = listMigrations()
  if (Number(row?.last) < Number(known[0]?.when)) throw tooOldForMigrationError('The database of this folder', 'start')
  const last = known.find(({ when }) => String(when) === row?.last)
  if (!last) throw new StartError('The embedded database is of a newer release of Muster. Move it with that release.')
  return last.tag
}

/** Copies the tables and compares what arrived with what was read. */
async function copyAll(
  from: TableCopyTransaction,
  to: TableCopyTransaction,
  migration: string,
): Promise<Omit<EmbeddedDatabaseCopyResult, 'files'>> {
  await migrateEmptyDatabaseUpTo(to.run, migration)
  const parts = (await listTablePartsToBackUp(from)).filter(({ schema }) => schema === 'public')
  // Each table whole: nothing is split when it moves.
  const names = [...new Set(parts.map(({ name }) => name))]
  const tables = names.map((name) => {
    const own = parts.filter((part) => part.name === name)
    const columns = [...new Set(own.flatMap((part) => part.columns))]
    return { schema: 'public', name, columns, part: 'lasting' as const, key: null, orderBy: null, path: name }
  })
  const measured: ((typeof tables)[number] & ReturnType<BackupRowCountAndHashMeter['finish']>)[] = []
  for (const table of tables) {
    const meter = new BackupRowCountAndHashMeter()
    for await (const _ of meter.pass(from.read(table))) {
      // The meter does the reading.
    }
    measured.push({ ...table, ...meter.finish() })
  }
  await loadCopiedTables(to, {
    tables: measured,
    sequences: await listDatabaseSequences(from),
    read: async (table) => from.read(table),
    onMismatch: ({ name }) => new StartError(`The table ${name} changed while it was moved. Nothing was changed.`),
  })
  const different = await listTablesDifferingFromBackupCopy(to, measured)
  if (different.length > 0) throw new StartError(`What arrived is not what was sent: ${different.join(', ')}.`)
  return { tables: measured.length, rows: measured.reduce((sum, { rows }) => sum + rows, 0) }
}

async function moveJobs(from: TableCopyTransaction, copyTables: RunInTableCopyTransaction): Promise<void> {
  const table = (await listTablePartsToBackUp(from)).find(({ schema }) => schema === 'pgboss')
  if (table) await addRestoredJobs(copyTables, table.columns, from.read(table))
}

/** Copies all files, and reads each again. */
async function moveFiles(from: FileStorage, to: FileStorage): Promise<number> {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  let moved = 0
  for (const bucket of storageBuckets) {
    for await (const key of from.list(bucket)) {
      const file = await from.read(bucket, key)
      if (!file) continue
      await to.put(bucket, key, file.bytes)
      const arrived = await to.read(bucket, key)
      if (!arrived || hash(arrived.bytes) !== hash(file.bytes)) {
        throw new StartError(`A file is not as it was: ${bucket}/${key}. The database is empty again; the files stay.`)
      }
      moved += 1
    }
  }
  return moved
}
