import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { SilenceWatch } from './silent-connections.ts'

/** A table and the columns that are copied. The schema may be left out of a temporary table. */
export interface CopiedTable {
  schema: string
  name: string
  columns: string[]
  /** The column by which the rows are sorted; otherwise they come in the order in which they are stored. */
  orderBy?: string | null
}

/** One transaction in which tables are copied as text, the same on both engines. */
export interface TableCopy {
  /** What the transaction sees, as `pg_current_snapshot()`. */
  snapshot: string
  select: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Runs statements without parameters. */
  run: (text: string) => Promise<void>
  /** Reads the rows of a table in the order in which they are stored: one line each, in PostgreSQL's text format. */
  read: (table: CopiedTable) => AsyncIterable<Uint8Array>
  /** Writes such lines into a table. */
  write: (table: CopiedTable, lines: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Runs `act` in one transaction. A 'snapshot' reads one state of the database and changes nothing; a 'change' is committed at the
 * end, or rolled back if `act` throws.
 */
export type CopyTables = <Result>(
  kind: 'snapshot' | 'change',
  act: (copy: TableCopy) => Promise<Result>,
) => Promise<Result>

/** What makes a table the same text in every session, and lets a copy take its time. */
const settings = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

const snapshot = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

const currentSnapshot = 'pg_current_snapshot()::text AS snapshot'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The name of a table for a statement. */
export function tableName({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>): string {
  return schema ? `${quote(schema)}.${quote(name)}` : quote(name)
}

/** The columns of a table for a statement. */
export function columnList({ columns }: Pick<CopiedTable, 'columns'>): string {
  return columns.map(quote).join(', ')
}

function selectFrom(table: CopiedTable, range = ''): string {
  const order = table.orderBy ? `ORDER BY ${quote(table.orderBy)}` : ''
  return `SELECT ${columnList(table)} FROM ${tableName(table)} ${range} ${order}`
}

/** Copies on a connection of its own to PostgreSQL. */
export function copyOnPostgres(url: string, silence = new SilenceWatch(url)): CopyTables {
  return async (kind, act) => {
    const { default: pg } = await import('pg')
    const { from, to } = await import('pg-copy-streams')
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    // The query in progress fails as well when the connection breaks.
    client.on('error', () => undefined)
    await client.connect()
    silence.watch(client)
    try {
      await client.query('BEGIN')
      if (kind === 'snapshot') await client.query(snapshot)
      await client.query(settings)
      const { rows } = await client.query(`SELECT ${currentSnapshot}`)
      const result = await act({
        snapshot: rows[0]?.snapshot,
        select: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
        run: async (text) => {
          await client.query(text)
        },
        read: (table) => client.query(to(`COPY (${selectFrom(table)}) TO STDOUT`)) as AsyncIterable<Uint8Array>,
        write: async (table, lines) => {
          await pipeline(
            Readable.from(lines, { objectMode: false }),
            client.query(from(`COPY ${tableName(table)} (${columnList(table)}) FROM STDIN`)),
          )
        },
      })
      await client.query('COMMIT')
      return result
    } finally {
      // Rolls back what was not committed.
      await client.end().catch(() => undefined)
    }
  }
}

/** Pages that are read from the embedded database at a time: 4 MiB. */
const pagesAtOnce = 512
const bytesAtOnce = 4 * 2 ** 20

/**
 * Copies a snapshot of the embedded database in a folder while it goes on serving: its one connection would be taken for as long as
 * the copy lasts. So its files are copied as a base backup, and the tables are read from a second database that is opened on them.
 */
export function copyOnFolder(client: PGlite, folder: string, open: (folder: string) => Promise<PGlite>): CopyTables {
  return async (kind, act) => {
    if (kind === 'change') return copyOnPglite(client)(kind, act)
    const top = join(folder, 'backup-database')
    const [from, to] = [join(folder, 'database'), join(top, 'database')]
    // What a process left that was killed.
    await rm(top, { recursive: true, force: true })
    try {
      await client.query(`SELECT pg_backup_start('muster', true)`)
      const copied = await cp(from, to, { recursive: true }).then(
        () => null,
        (error) => ({ error }),
      )
      const { rows } = await client.query<{ label: string; snapshot: string }>(
        `SELECT labelfile AS label, ${currentSnapshot} FROM pg_backup_stop(false)`,
      )
      if (copied) throw copied.error
      // Files were copied while they changed: the log up to here makes them one state when the copy is opened.
      await cp(join(from, 'pg_wal'), join(to, 'pg_wal'), { recursive: true, force: true })
      await writeFile(join(to, 'backup_label'), rows[0]?.label ?? '')
      const second = await open(top)
      try {
        // Its log may reach a little further than the snapshot; what is applied twice from the log of changes changes nothing.
        return await copyOnPglite(second)(kind, (copy) =>
          act({ ...copy, snapshot: rows[0]?.snapshot ?? copy.snapshot }),
        )
      } finally {
        await second.close()
      }
    } finally {
      await rm(top, { recursive: true, force: true })
    }
  }
}

/** Copies within the embedded database, which serves nobody else meanwhile. */
export function copyOnPglite(client: PGlite): CopyTables {
  return (kind, act) =>
    client.transaction(async (transaction) => {
      if (kind === 'snapshot') await transaction.exec(snapshot)
      await transaction.exec(settings)
      const { rows } = await transaction.query<{ snapshot: string }>(`SELECT ${currentSnapshot}`)
      return act({
        snapshot: rows[0]?.snapshot ?? '',
        select: async <Row>(text: string, values?: unknown[]) => (await transaction.query<Row>(text, values)).rows,
        run: async (text) => {
          await transaction.exec(text)
        },
        read: (table) => readPages(transaction, table),
        write: async (table, lines) => {
          for await (const blob of joinLines(lines)) {
            await transaction.query(`COPY ${tableName(table)} (${columnList(table)}) FROM '/dev/blob'`, [], { blob })
          }
        },
      })
    })
}

async function* readPages(transaction: Transaction, table: CopiedTable): AsyncIterable<Uint8Array> {
  const { rows } = await transaction.query<{ pages: number }>(
    'SELECT (pg_relation_size($1::regclass) / current_setting($2)::int)::int AS pages',
    [tableName(table), 'block_size'],
  )
  const pages = rows[0]?.pages ?? 0
  // A partitioned table has no pages of its own; its rows are few, and so are those of what is sorted.
  const ranges = pages === 0 || table.orderBy ? [''] : rangesOf(pages)
  for (const range of ranges) {
    const { blob } = await transaction.query(`COPY (${selectFrom(table, range)}) TO '/dev/blob'`)
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer())
  }
}

function rangesOf(pages: number): string[] {
  const count = Math.ceil(pages / pagesAtOnce)
  return Array.from({ length: count }, (_, index) => {
    const first = index * pagesAtOnce
    return `WHERE ctid >= '(${first},0)' AND ctid < '(${first + pagesAtOnce},0)'`
  })
}

/** Joins what arrives into blobs of whole lines. A line break within a value is escaped, so that each 0x0a ends a row. */
async function* joinLines(lines: AsyncIterable<Uint8Array>): AsyncIterable<Blob> {
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const bytes of lines) {
    const end = bytes.lastIndexOf(0x0a) + 1
    if (size + bytes.length >= bytesAtOnce && end > 0) {
      yield new Blob([...parts, new Uint8Array(bytes.subarray(0, end))])
      parts = [new Uint8Array(bytes.subarray(end))]
      size = bytes.length - end
    } else {
      parts.push(new Uint8Array(bytes))
      size += bytes.length
    }
  }
  if (size > 0) yield new Blob(parts)
}
