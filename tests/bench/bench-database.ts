import { type DatabaseHandle, openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'

/** Makes an empty database on a server, and says how it goes. */
export async function makeBenchDatabase(
  server: string,
  purpose: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `bench_${purpose}_${process.pid}`
  await withMaintenance(server, (client) => client.query(`CREATE DATABASE ${name}`))
  // Filling millions of rows takes longer than any request may.
  await withMaintenance(server, (client) => client.query(`ALTER DATABASE ${name} SET statement_timeout = 0`))
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await withMaintenance(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Opens a new database; its `close` also deletes it. */
export async function openBenchDatabase(server: string, purpose: string): Promise<DatabaseHandle> {
  const { url, drop } = await makeBenchDatabase(server, purpose)
  const handle = await openMigratedPostgres(url)
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await drop()
    },
  }
}
