import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SilentConnectionWatch } from './silent-connections.ts'

/** A table and the columns that are copied. The schema may be left out of a temporary table. */
export interface CopiedTable {
  schema: string
  name: string
  columns: string[]
  /** The column by which the rows are sorted; otherwise they come in the order in which they are stored. */
  orderBy?: string | null
}

/** One transaction in which tables are copied as text. */
export interface TableCopyTransaction {
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
export type RunInTableCopyTransaction = <Result>(
  kind: 'snapshot' | 'change',
  act: (copy: TableCopyTransaction) => Promise<Result>,
) => Promise<Result>

/** What makes a table the same text in every session, and lets a copy take its time. */
export const tableCopySettingsSql = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

export const snapshotTransactionSql = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

export const currentSnapshotSql = 'pg_current_snapshot()::text AS snapshot'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The name of a table for a statement. */
export function quotedTableName({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>): string {
  return schema ? `${quote(schema)}.${quote(name)}` : quote(name)
}

/** The columns of a table for a statement. */
export function quotedColumnList({ columns }: Pick<CopiedTable, 'columns'>): string {
  return columns.map(quote).join(', ')
}

export function tableCopyQuery(table: CopiedTable, range = ''): string {
  const order = table.orderBy ? `ORDER BY ${quote(table.orderBy)}` : ''
  return `SELECT ${quotedColumnList(table)} FROM ${quotedTableName(table)} ${range} ${order}`
}

/** Copies on a connection of its own to PostgreSQL. */
export function postgresTableCopyRunner(
  url: string,
  silence = new SilentConnectionWatch(url),
): RunInTableCopyTransaction {
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
      if (kind === 'snapshot') await client.query(snapshotTransactionSql)
      await client.query(tableCopySettingsSql)
      const { rows } = await client.query(`SELECT ${currentSnapshotSql}`)
      const result = await act({
        snapshot: rows[0]?.snapshot,
        select: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
        run: async (text) => {
          await client.query(text)
        },
        read: (table) => client.query(to(`COPY (${tableCopyQuery(table)}) TO STDOUT`)) as AsyncIterable<Uint8Array>,
        write: async (table, lines) => {
          await pipeline(
            Readable.from(lines, { objectMode: false }),
            client.query(from(`COPY ${quotedTableName(table)} (${quotedColumnList(table)}) FROM STDIN`)),
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
