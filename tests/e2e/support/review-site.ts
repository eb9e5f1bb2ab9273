import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { openVault, type Vault } from '#app/platform/.server/security/vault.ts'
import { createMember } from '../../factories/members.ts'
import { createDatabase } from './databases.ts'
import { type Site, startServer } from './servers.ts'
import { test as base } from './test.ts'

/** A site whose queue belongs to one test at a time. */
export interface ReviewSite extends Site {
  vault: Vault
}

/**
 * Tests on a site of their own on PostgreSQL, with nobody on it at first but an admin: what waits in its queue is what the
 * test put there.
 */
export const test = base.extend<{ site: ReviewSite }, { reviewSite: ReviewSite }>({
  reviewSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-review-'))
      const database = await createDatabase()
      const key = randomBytes(32)
      await writeFile(join(dataDir, 'evidence-key'), `${key.toString('base64url')}\n`)
      const handle = await openMigratedPostgres(database.url)
      // Somebody is there already, so the site is not filled with the demo.
      await createMember(handle.db, { role: 'Admin' })
      await handle.close()
      const server = await startServer({ dataDir, databaseUrl: database.url, environment: { PRODUCTION: 'false' } })
      await use({ ...server, vault: openVault([{ id: 'kept', key }]) })
      await server.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ reviewSite }, use) => {
    await use(reviewSite)
  },
})
