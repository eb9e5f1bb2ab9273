import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import {
  type Database,
  type DatabaseHandle,
  openPostgres,
  selectRows,
  wrapEmbedded,
} from '#app/platform/.server/database.ts'
import type { DatabaseTemplate } from './database-template.ts'
import { withDatabase, withMaintenance } from './postgres.ts'

/** The engine that the tests of this run's project are for. */
export const databaseEngine = inject('databaseEngine')

/**
 * Whether the tests run on PostgreSQL in this run, too, and this is the embedded database: then tests that reach no jobs, locks or
 * notifications skip it (`describe.skipIf(isSecondEngine)`), unless they are the one test of a file of queries there.
 */
export const isSecondEngine = inject('isSecondEngine')

/** A migrated, empty database for one test file, on the engine the run is for; `close` throws it away. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
  const template = await readTemplate()
  if (template.engine === 'pglite') {
    const loadDataDir = new Blob([await readFile(template.file)])
    return wrapEmbedded(await PGlite.create({ loadDataDir, extensions: { pg_trgm, unaccent } }))
  }
  const name = `muster_test_${randomUUID().slice(0, 8)}`
  await withMaintenance(template.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name}`))
  const handle = await openPostgres(withDatabase(template.url, name), { connections: 4 })
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await withMaintenance(template.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Where a database of PostgreSQL is, for connections of one's own. @throws on the embedded engine, which takes none. */
export async function findDatabaseUrl(db: Database): Promise<string> {
  const template = await readTemplate()
  if (template.engine === 'pglite') throw new Error('the embedded database has no address')
  const [row] = await selectRows<{ name: string }>(db, sql`SELECT current_database() AS name`)
  return withDatabase(template.url, row?.name ?? '')
}

async function readTemplate(): Promise<DatabaseTemplate> {
  const answer = await fetch(inject('databaseTemplateUrl'))
  if (!answer.ok) throw new Error(`the database template could not be made: ${await answer.text()}`)
  return (await answer.json()) as DatabaseTemplate
}
