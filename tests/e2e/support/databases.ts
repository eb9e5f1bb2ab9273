import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseHandle, openEmbeddedDatabase } from '#app/platform/.server/database.ts'
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

const folderVariable = 'MUSTER_E2E_FOLDER'

/** Tells the workers, which are started later, which folder ends with the run. */
export function announceFolder(folder: string): void {
  process.env[folderVariable] = folder
}

/**
 * Opens an embedded database in an empty folder. It is a copy of one that each run migrates once, as migrating takes ten
 * times as long as opening.
 */
export async function openNewEmbedded(folder: string): Promise<DatabaseHandle> {
  const ofRun = process.env[folderVariable]
  if (!ofRun) throw new Error('the run has no folder: see global-set-up.ts')
  const template = join(ofRun, 'embedded')
  if (!existsSync(template)) {
    const own = await mkdtemp(`${template}-`)
    await (await openEmbeddedDatabase(own)).close()
    // Another worker may have been quicker.
    await rename(own, template).catch(() => rm(own, { recursive: true }))
  }
  await cp(template, folder, { recursive: true })
  return openEmbeddedDatabase(folder)
}
