import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { inject } from 'vitest'
import { type DatabaseHandle, openPostgres, wrapEmbedded } from '#app/platform/.server/database.ts'
import { withDatabase, withMaintenance } from './postgres.ts'

/** A migrated, empty database for one test file, on the engine the run is for; `close` throws it away. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
  const template = inject('databaseTemplate')
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
