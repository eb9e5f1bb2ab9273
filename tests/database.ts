import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import {
  type Database,
  type DatabaseHandle,
  openMigratedPostgres,
  queryRows,
} from '#app/platform/.server/database/database.ts'
import type { DatabaseTemplate } from './database-template.ts'
import { withDatabase, withMaintenance } from './postgres.ts'

/** A database for one test, or for one file of them; `close` throws it away, whoever uses it. */
export interface TestDatabase {
  url: string
  close: () => Promise<void>
}

/** A migrated, empty database for one test file; `close` throws it away. Copying its files takes half the time that logging them does. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
  const template = await readTemplate()
  const { url, close } = await createDatabase(template, `TEMPLATE ${template.name} STRATEGY FILE_COPY`)
  const handle = await openMigratedPostgres(url, { connections: 4 })
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await close()
    },
  }
}

/** A database in which nothing is, not even a table. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(await readTemplate())
}

async function createDatabase({ url }: DatabaseTemplate, options = ''): Promise<TestDatabase> {
  const name = `muster_test_${randomUUID().slice(0, 8)}`
  await withMaintenance(url, (client) => client.query(`CREATE DATABASE ${name} ${options}`))
  return {
    url: withDatabase(url, name),
    close: async () => {
      await withMaintenance(url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Where a test database is, for connections of one's own. */
export async function findDatabaseUrl(db: Database): Promise<string> {
  const [template, [row]] = await Promise.all([
    readTemplate(),
    queryRows<{ name: string }>(db, sql`SELECT current_database() AS name`),
  ])
  return withDatabase(template.url, row?.name ?? '')
}

async function readTemplate(): Promise<DatabaseTemplate> {
  const answer = await fetch(inject('databaseTemplateUrl'))
  if (!answer.ok) throw new Error(`the database template could not be made: ${await answer.text()}`)
  return (await answer.json()) as DatabaseTemplate
}
