import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import type { PlatformHandle } from '#app/platform/.server/platform.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { createProduct } from '#tests/factories/products.ts'
import { joinTestPlatform } from '#tests/join-platform.ts'
import { withDatabase, withMaintenance } from '#tests/postgres.ts'
import { makeServerBuild } from '#tests/server-build.ts'
import { type OwnPostgres, startOwnPostgres } from '../scripts/services.mjs'
import { createHttpHost } from './app.ts'

/** A server of its own, which counts the queries of all that it answers. */
let postgres: OwnPostgres
let url: string
let open: PlatformHandle
let server: Server
let origin: string
const id = { code: '', badge: '' }

beforeAll(async () => {
  const started = await startOwnPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] })
  if (!started) throw new Error('there is no PostgreSQL to test on')
  postgres = started
  await withMaintenance(postgres.url, (client) => client.query('CREATE DATABASE muster'))
  url = withDatabase(postgres.url, 'muster')
  await withMaintenance(url, (client) => client.query('CREATE EXTENSION pg_stat_statements'))
  const handle = await openMigratedPostgres(url, { connections: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const { db } = handle
  await syncReferenceData({ db })
  const close = async () => {
    await handle.close()
    await rm(folder, { recursive: true, force: true })
  }
  open = await joinTestPlatform({ ...handle, close }, folder)
  const { id: businessId, profileId } = await createBusiness(db, { businessSlug: 'sample-bakery' })
  await db.update(users).set({ emailVerified: true })
  await createPodcast(db, profileId ?? '', { slug: 'sample-podcast' })
  await createProduct(db, { slug: 'sample-shirt' })
  await ensureCredentialSigningKey(open.platform)
  const [credential] = await db.select().from(credentials).where(eq(credentials.businessId, businessId))
  id.code = credentialCodeInPath(credential?.code ?? '')
  id.badge = credential?.badgeKey ?? ''
  const built = await makeServerBuild()
  const host = createHttpHost(open.platform, { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false }, built)
  server = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 180_000)
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await open?.close()
  await postgres?.stop()
})

/** Asks for pages, each with nothing kept, and gives the blocks of 8 KiB that each of their queries of a table reads on average. */
async function blocksOf(paths: string[]): Promise<{ query: string; blocks: number }[]> {
  await withMaintenance(url, (client) => client.query('SELECT pg_stat_statements_reset()'))
  for (const path of paths) {
    open.platform.directoryCache.clear()
    open.platform.referenceCache.clear()
    const answer = await fetch(origin + path, { redirect: 'manual' })
    await answer.body?.cancel()
    expect([path, answer.status]).toEqual([path, 200])
  }
  return withMaintenance(url, async (client) => {
    const { rows } = await client.query(
      `SELECT s.query, ((s.shared_blks_hit + s.shared_blks_read) / s.calls)::int AS blocks
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       WHERE d.datname = current_database() AND s.query ~* '^\\s*(with|select)\\y.*\\yfrom\\y'
         AND s.query !~* 'pg_stat_statements|pgboss\\.'`,
    )
    return rows
  })
}

// spec: growth.16
test('a page of one thing takes no more of it where there are many', { timeout: 300_000 }, async () => {
  const { db, storage } = open.platform
  await seedSampleBusinesses({ db, storage }, 2_000, () => undefined)
  // What verifications rested on before takes more room than all that they rest on now.
  await db.execute(sql`
    INSERT INTO verification_records (profile_id, basis, words, confirmed_at, ended_at)
    SELECT r.profile_id, 'in-person', repeat('Seen. ', 300), now(), now()
    FROM verification_records r, generate_series(1, 3)`)
  await db.execute(sql`VACUUM ANALYZE`)
  const found = await blocksOf([
    `/verify/${id.code}`,
    '/business/sample-bakery',
    '/business/sample-bakery/enquire',
    '/business/sample-bakery/picture.png',
    '/business/sample-bakery/contact.vcf',
    '/directory/sample-bakery',
    '/api/v1/businesses/sample-bakery',
    `/badge/${id.badge}/light-small`,
    '/report?business=sample-bakery',
    '/shortlist/enquire?business=sample-bakery',
    '/podcasts/sample-podcast',
  ])
  expect(found.length).toBeGreaterThan(10)
  // The 600 listings around a business are looked at for similar ones. All 2,000 would be 4,000 blocks.
  expect(found.filter(({ blocks }) => blocks > 1_000)).toEqual([])
})
