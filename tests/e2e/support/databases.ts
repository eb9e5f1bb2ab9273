import { randomUUID } from 'node:crypto'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { prepareDatabase, withDatabase, withMaintenance } from '../../postgres.ts'

interface OwnDatabase {
  url: string
  drop: () => Promise<void>
}

const variable = 'MUSTER_E2E_TEMPLATE'

/** Makes the database that those of the tests are cloned from, and tells the workers, which are started later, its name. */
export async function createTemplate(): Promise<OwnDatabase> {
  const template = await createDatabase({ isEmpty: true })
  const handle = await openMigratedPostgres(template.url)
  await prepareDatabase(handle)
  await handle.close()
  process.env[variable] = new URL(template.url).pathname.slice(1)
  return template
}

/**
 * Makes a database on the server of TEST_DATABASE_URL: with all tables, the reference data and nobody in it, as a server leaves it at its
 * first start; or without anything, which costs that start a second of a processor, as where no template was made.
 */
export async function createDatabase({ isEmpty = false } = {}): Promise<OwnDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('there is no PostgreSQL: see global-set-up.ts')
  const name = `muster_e2e_${randomUUID().slice(0, 8)}`
  const template = (!isEmpty && process.env[variable]) || 'template1'
  await withMaintenance(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await withMaintenance(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
