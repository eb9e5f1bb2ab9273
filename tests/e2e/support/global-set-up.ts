import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { seedSampleBusinesses } from '../../../demo/seed-businesses.ts'
import { startPostgres } from '../../../scripts/services.mjs'
import { createDatabase, createTemplate } from './databases.ts'
import { isFullRun } from './full-run.ts'
import { crowdSize, writeNamedBusinesses } from './named-businesses.ts'
import { type Server, startServer } from './servers.ts'
import { announceSites } from './sites.ts'

/** Starts the servers of the suite, and gives back how they are ended. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('there is no PostgreSQL to test on')
  // The workers, which start later, read it too.
  process.env.TEST_DATABASE_URL = postgres.url
  const folder = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
  const running: Server[] = []
  const template = await createTemplate()
  const database = await createDatabase()
  const tearDown = async () => {
    const exits = await Promise.all(running.map((server) => server.stop()))
    await database.drop()
    await template.drop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    if (exits.some(({ code }) => code !== 0)) throw new Error(`a server ended badly: ${JSON.stringify(exits)}`)
  }
  const start = async (...settings: Parameters<typeof startServer>) => {
    const server = await startServer(...settings)
    running.push(server)
    return server
  }
  try {
    const demo = isFullRun ? start({ dataDir: join(folder, 'demo'), environment: { SIMULATORS: 'true' } }) : null
    const crowd = fill(database.url, join(folder, 'crowd')).then(() =>
      start({
        dataDir: join(folder, 'crowd'),
        databaseUrl: database.url,
        // Its mails are shown at /dev/mail, as on the other site.
        environment: { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'true', SIMULATORS: 'true' },
      }),
    )
    // Both are waited for, whatever becomes of the other: nothing must go on starting after the end.
    const [ofDemo, ofCrowd] = await Promise.allSettled([demo, crowd])
    if (ofDemo.status === 'rejected') throw ofDemo.reason
    if (ofCrowd.status === 'rejected') throw ofCrowd.reason
    announceSites({ demo: ofDemo.value, crowd: ofCrowd.value })
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function fill(url: string, dataDir: string): Promise<void> {
  const handle = await openMigratedPostgres(url)
  try {
    const storage = await openFileStorage({ dataDir, s3: null })
    await writeCrowd({ db: handle.db, storage })
  } finally {
    await handle.close()
  }
}

async function writeCrowd(platform: Pick<Platform, 'db' | 'storage'>): Promise<void> {
  await seedSampleBusinesses(platform, crowdSize, () => undefined)
  await writeNamedBusinesses(platform)
}
