import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { UnmigratedDatabase } from './database.ts'
import {
  type CopiedTable,
  currentSnapshotSql,
  quotedTableName,
  type RunInTableCopyTransaction,
  snapshotTransactionSql,
  tableCopyQuery,
  tableCopySettingsSql,
} from './table-copy.ts'

/** Whether a data folder has the database of a release before PostgreSQL came with Muster, and none of this one. */
export function hasOlderEmbeddedDatabase(folder: string): boolean {
  return existsSync(join(folder, 'database', 'PG_VERSION')) && !existsSync(join(folder, 'postgresql'))
}

/** Whether a data folder has a database, of this release or of one before. */
export function hasEmbeddedDatabase(folder: string): boolean {
  return existsSync(join(folder, 'postgresql', 'PG_VERSION')) || hasOlderEmbeddedDatabase(folder)
}

/** Opens a copy of that database to read it: PGlite, PostgreSQL built as WebAssembly. What is read stays as it is. */
export async function openOlderEmbeddedDatabase(folder: string): Promise<UnmigratedDatabase> {
  const [{ PGlite }, { pg_trgm }, { unaccent }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ])
  const copy = join(folder, 'database.copy')
  await rm(copy, { recursive: true, force: true })
  const open = async () => {
    await cp(join(folder, 'database'), copy, { recursive: true })
    return PGlite.create({ dataDir: copy, extensions: { pg_trgm, unaccent } })
  }
  const client = await open().catch(async (error) => {
    await rm(copy, { recursive: true, force: true })
    throw error
  })
  return {
    copyTables: copyOnPglite(client),
    close: async () => {
      await client.close()
      await rm(copy, { recursive: true, force: true })
    },
  }
}

/** Pages that are read at a time: 4 MiB. */
const pagesAtOnce = 512

function copyOnPglite(client: PGlite): RunInTableCopyTransaction {
  return (_kind, act) =>
    client.transaction(async (transaction) => {
      await transaction.exec(snapshotTransactionSql)
      await transaction.exec(tableCopySettingsSql)
      const { rows } = await transaction.query<{ snapshot: string }>(`SELECT ${currentSnapshotSql}`)
      return act({
        snapshot: rows[0]?.snapshot ?? '',
        select: async <Row>(text: string, values?: unknown[]) => (await transaction.query<Row>(text, values)).rows,
        run: async (text) => {
          await transaction.exec(text)
        },
        read: (table) => readPages(transaction, table),
        write: async () => {
          throw new Error('an older database is only read')
        },
      })
    })
}

async function* readPages(transaction: Transaction, table: CopiedTable): AsyncIterable<Uint8Array> {
  const { rows } = await transaction.query<{ pages: number }>(
    'SELECT (pg_relation_size($1::regclass) / current_setting($2)::int)::int AS pages',
    [quotedTableName(table), 'block_size'],
  )
  const pages = rows[0]?.pages ?? 0
  // A partitioned table has no pages of its own; its rows are few, and so are those of what is sorted.
  const ranges = pages === 0 || table.orderBy ? [''] : rangesOf(pages)
  for (const range of ranges) {
    const { blob } = await transaction.query(`COPY (${tableCopyQuery(table, range)}) TO '/dev/blob'`)
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
