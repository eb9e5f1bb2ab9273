import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TableCopyTransaction } from '#app/platform/.server/database/table-copy.ts'
import { quotedColumnList, quotedTableName } from '#app/platform/.server/database/table-copy.ts'
import type { BackupManifest } from './manifest-schema.ts'
import {
  BackupRowCountAndHashMeter,
  type BackupTarget,
  packBackupObject,
  packedBackupExtension,
} from './objects.server.ts'
import { type BackupTablePart, tablesNotBackedUp, toBackupPartsOfTable } from './rules.ts'

type CopiedPart = BackupManifest['tables'][number]

/** Every table with the columns that hold data of their own, split into parts. */
export async function listTablePartsToBackUp(copy: TableCopyTransaction): Promise<BackupTablePart[]> {
  const tables = await copy.select<{ schema: string; name: string; columns: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS name,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (n.nspname = 'public' AND c.relkind IN ('r', 'p') OR n.nspname = 'pgboss' AND c.relname = 'job')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
       AND NOT c.relname = ANY ($1)
     ORDER BY 1, 2`,
    [tablesNotBackedUp],
  )
  return tables.flatMap(toBackupPartsOfTable)
}

/**
 * Copies all tables in one snapshot into a folder, packed, so that the snapshot ends before anything is sent elsewhere. Returns what
 * the manifest says of them.
 */
export async function copyTablesForBackup(
  folder: string,
  copy: TableCopyTransaction,
  target: BackupTarget,
  name: string,
): Promise<Pick<BackupManifest, 'tables' | 'sequences' | 'migration' | 'snapshot'>> {
  mkdirSync(folder, { recursive: true })
  const tables: CopiedPart[] = []
  for (const table of await listTablePartsToBackUp(copy)) {
    const file = `${table.schema}.${table.name}.copy${packedBackupExtension(target)}`
    const meter = new BackupRowCountAndHashMeter()
    const written = createWriteStream(join(folder, `${table.part}-${file}`), { mode: 0o600 })
    await pipeline(await packBackupObject(meter.pass(copy.read(table)), target.recipient), written)
    tables.push({ ...table, ...meter.finish(), path: `sets/${name}/${table.part}/${file}` })
  }
  const [state] = await copy.select<{ moment: string }>(
    'SELECT max(created_at)::text AS moment FROM drizzle.__drizzle_migrations',
  )
  return {
    tables,
    sequences: await listDatabaseSequences(copy),
    migration: state?.moment ?? '',
    snapshot: copy.snapshot,
  }
}

/** Sends what was copied into a folder to the store, and deletes the folder. */
export async function sendCopiedTablesToBackup(
  folder: string,
  { store }: BackupTarget,
  tables: CopiedPart[],
): Promise<void> {
  for (const { path, part } of tables) {
    await store.write(path, createReadStream(join(folder, `${part}-${path.slice(path.lastIndexOf('/') + 1)}`)))
  }
  await rm(folder, { recursive: true })
}

/** The next value of each sequence. */
export async function listDatabaseSequences(copy: TableCopyTransaction): Promise<BackupManifest['sequences']> {
  const names = await copy.select<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 2`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const sequence of names) {
    const [row] = await copy.select<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quotedTableName(sequence)}`,
    )
    if (row) sequences.push({ ...sequence, ...row })
  }
  return sequences
}

interface Loaded {
  tables: CopiedPart[]
  sequences: BackupManifest['sequences']
  /** The lines of a table; null if they are gone. */
  read: (table: CopiedPart) => Promise<AsyncIterable<Uint8Array> | null>
  /** Says that what was read is not what was copied. */
  onMismatch: (table: CopiedPart, rows: number) => Error
}

/**
 * Replaces the rows of these tables, in one transaction: triggers do not run, and foreign keys are checked at the end. Rows and hash of
 * each table are compared with what was copied.
 */
export async function loadCopiedTables(
  copy: TableCopyTransaction,
  { tables, sequences, read, onMismatch }: Loaded,
): Promise<void> {
  const names = [...new Set(tables.map(quotedTableName))]
  const keys = await copy.select<{ name: string; constraint: string; definition: string }>(
    `SELECT conrelid::regclass::text AS name, quote_ident(conname) AS constraint, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  for (const { name, constraint } of keys) await copy.run(`ALTER TABLE ${name} DROP CONSTRAINT ${constraint}`)
  for (const name of names) await copy.run(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  if (names.length > 0) await copy.run(`TRUNCATE ${names.join(', ')}`)
  // Columns of the recent part are added to rows that are there already.
  for (const table of tables.toSorted((a, b) => Number(a.key !== null) - Number(b.key !== null))) {
    const lines = await read(table)
    if (!lines) continue
    const meter = new BackupRowCountAndHashMeter()
    if (table.key === null) await copy.write(table, meter.pass(lines))
    else await addColumns(copy, table, table.key, meter.pass(lines))
    const { rows, sha256 } = meter.finish()
    if (rows !== table.rows || sha256 !== table.sha256) throw onMismatch(table, rows)
  }
  for (const { name, constraint, definition } of keys) {
    await copy.run(`ALTER TABLE ${name} ADD CONSTRAINT ${constraint} ${definition}`)
  }
  for (const name of names) await copy.run(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const sequence of sequences) {
    await copy.select('SELECT setval($1::regclass, $2::bigint, $3::boolean)', [
      quotedTableName(sequence),
      sequence.value,
      sequence.isCalled,
    ])
  }
}

async function addColumns(
  copy: TableCopyTransaction,
  table: CopiedPart,
  key: string,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  const added = { schema: 'pg_temp', name: 'added_columns', columns: table.columns }
  const columns = table.columns.filter((column) => column !== key)
  await copy.run(
    `CREATE TEMPORARY TABLE added_columns AS SELECT ${quotedColumnList(table)} FROM ${quotedTableName(table)} LIMIT 0`,
  )
  await copy.write(added, lines)
  const changes = columns.map(
    (column) => `${quotedColumnList({ columns: [column] })} = added.${quotedColumnList({ columns: [column] })}`,
  )
  await copy.run(
    `UPDATE ${quotedTableName(table)} t SET ${changes.join(', ')} FROM pg_temp.added_columns added
     WHERE t.${quotedColumnList({ columns: [key] })} = added.${quotedColumnList({ columns: [key] })};
     DROP TABLE pg_temp.added_columns`,
  )
}

/** Compares what is in the database with what was copied. Returns the tables that differ. */
export async function listTablesDifferingFromBackupCopy(
  copy: TableCopyTransaction,
  tables: CopiedPart[],
): Promise<string[]> {
  const different: string[] = []
  for (const table of tables) {
    const meter = new BackupRowCountAndHashMeter()
    for await (const _ of meter.pass(copy.read(table))) {
      // The meter does the reading.
    }
    const { rows, sha256 } = meter.finish()
    if (rows !== table.rows || sha256 !== table.sha256) different.push(`${table.name} (${rows} of ${table.rows} rows)`)
  }
  return different
}
