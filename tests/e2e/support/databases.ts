import { randomUUID } from 'node:crypto'
import { withDatabase, withMaintenance } from '../../postgres.ts'

/** Makes an empty database on the server of TEST_DATABASE_URL. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('there is no PostgreSQL: see global-set-up.ts')
  const name = `muster_e2e_${randomUUID().slice(0, 8)}`
  await withMaintenance(server, (client) => client.query(`CREATE DATABASE ${name}`))
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await withMaintenance(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
