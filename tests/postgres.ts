import pg from 'pg'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { type DatabaseHandle, openMigratedDatabase } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs something on a separate connection, such as creating or dropping a database. */
export async function withMaintenance<Result>(
  url: string,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Opens the product's own database in a folder, as without DATABASE_URL. */
export function openOwnDatabase(dataDir: string): Promise<DatabaseHandle> {
  return openMigratedDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir })
}

/** Writes what is the same in every database that others are cloned from: reference data and the queue's tables. */
export async function prepareDatabase(handle: DatabaseHandle): Promise<void> {
  await syncReferenceData(handle)
  const jobs = await openJobQueue(handle, createLog('silent'))
  await jobs.close()
}
