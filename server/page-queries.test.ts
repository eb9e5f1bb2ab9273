import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { codeInPath } from '#app/features/credentials/codes.ts'
import { ensureSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { openPostgres } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openMetrics } from '#app/platform/.server/metrics.ts'
import type { OpenPlatform } from '#app/platform/.server/platform.ts'
import { openReplicas } from '#app/platform/.server/replicas.ts'
import { noTracing } from '#app/platform/.server/tracing.ts'
import { seedBusinesses } from '#db/seed-businesses.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { createProduct } from '#tests/factories/products.ts'
import { joinTestPlatform } from '#tests/join-platform.ts'
import {
  type AnsweredQuery,
  type ReplicatedDatabase,
  startReplicated,
  type TestReplica,
  takePageQueries,
} from '#tests/replicas.ts'
import { listRoutes, makeServerBuild } from '#tests/server-build.ts'
import { findPostgres } from '../scripts/services.mjs'
import { createHost } from './app.ts'
import { createReadings } from './metrics.ts'

let database: ReplicatedDatabase
let open: OpenPlatform
let server: Server
let origin: string
let replica: TestReplica
/** How often the replica was left out. */
let leftOut = 0
const id = { code: '', badge: '' }

beforeAll(async () => {
  database = await startReplicated()
  const handle = await openPostgres(database.url, { connections: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const { db } = handle
  await syncReferenceData({ db })
  replica = await database.addReplica()
  const log = createLog('warn', {
    write: (line) => {
      if (line.includes('a read replica is left out')) leftOut += 1
    },
  })
  const replicas = await openReplicas({ urls: [replica.url], lagSeconds: 99 }, handle, { log, tracing: noTracing })
  const close = async () => {
    await handle.close()
    await rm(folder, { recursive: true, force: true })
  }
  open = await joinTestPlatform({ ...handle, close }, folder, { replicas, log })
  const { id: businessId, profileId } = await createBusiness(db, { businessSlug: 'sample-bakery' })
  await db.update(users).set({ emailVerified: true })
  await createPodcast(db, profileId ?? '', { slug: 'sample-podcast' })
  await createProduct(db, { slug: 'sample-shirt' })
  await ensureSigningKey(open.platform)
  const [credential] = await db.select().from(credentials).where(eq(credentials.businessId, businessId))
  id.code = codeInPath(credential?.code ?? '')
  id.badge = credential?.badgeKey ?? ''
  await replica.catchUp()
  const built = await makeServerBuild()
  const host = createHost(open.platform, { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false }, built)
  server = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 180_000)
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await open?.close()
  await database?.stop()
})

/** Asks for pages, each with nothing kept, and gives the queries that they take while the replica is used. */
async function queriesOf(paths: string[]) {
  for (;;) {
    await expect.poll(() => open.platform.replicas?.list()[0]?.isUsed).toBe(true)
    await takePageQueries(replica.url)
    await takePageQueries(database.url)
    const before = leftOut
    const statuses: number[] = []
    for (const path of paths) {
      open.platform.directoryCache.clear()
      open.platform.referenceCache.clear()
      const answer = await fetch(origin + path, { redirect: 'manual' })
      await answer.body?.cancel()
      statuses.push(answer.status)
    }
    const [onPrimary, onReplica] = [await takePageQueries(database.url), await takePageQueries(replica.url)]
    // On a machine that is busy it may not have answered in time.
    if (leftOut === before) return { statuses, onPrimary, onReplica }
  }
}

/** Pages that read a table, with what their routes name. */
const pages = () => ({
  '/': '/',
  'verify/:code': `/verify/${id.code}`,
  directory: '/directory',
  'find/:trade/:town': '/find/baker/leeds',
  'shortlist/enquire': '/shortlist/enquire?business=sample-bakery',
  shortlist: '/shortlist?list=sample-bakery&near=Leeds',
  'business/:slug/enquire': '/business/sample-bakery/enquire',
  'business/:slug': '/business/sample-bakery',
  'directory/:slug': '/directory/sample-bakery',
  report: '/report?business=sample-bakery',
  'business-onboarding': '/business-onboarding',
  verification: '/verification',
  podcasts: '/podcasts',
  'podcasts/:slug': '/podcasts/sample-podcast',
  shop: '/shop',
  'shop/:slug': '/shop/sample-shirt',
  'sitemap.xml': '/sitemap.xml',
  'sitemaps/:name': '/sitemaps/businesses-1.xml',
  '.well-known/did.json': '/.well-known/did.json',
  'credentials/status/:list/:purpose': '/credentials/status/1/revocation',
  suggestions: '/suggestions?field=what&q=bak',
  'choice-counts': '/choice-counts',
  'directory.csv': '/directory.csv',
  'shortlist.csv': '/shortlist.csv?list=sample-bakery',
  'badge/:key/:variant': `/badge/${id.badge}/light-small`,
  'business/:slug/picture.png': '/business/sample-bakery/picture.png',
  'podcasts/:slug/picture.png': '/podcasts/sample-podcast/picture.png',
  'business/:slug/contact.vcf': '/business/sample-bakery/contact.vcf',
  'api/v1/businesses': '/api/v1/businesses?search=bakery&near=Leeds',
  'api/v1/businesses/:slug': '/api/v1/businesses/sample-bakery',
})

const forDevelopers = ['dev/mail']

describe.skipIf(!findPostgres())('with a read replica', () => {
  // spec: growth.9
  test('the primary answers no query of a page that anybody may see', { timeout: 300_000 }, async () => {
    const wanted: Record<string, string> = pages()
    const patterns = ['/', ...listRoutes().map(({ pattern }) => pattern)]
    expect(Object.keys(wanted).filter((pattern) => !patterns.includes(pattern))).toEqual([])
    const found: Record<string, AnsweredQuery[]> = {}
    const notRead: string[] = []
    for (const [pattern, path] of Object.entries(wanted)) {
      const { statuses, onReplica, onPrimary } = await queriesOf([path])
      expect([pattern, ...statuses]).toEqual([pattern, pattern.startsWith('find') ? 302 : 200])
      if (onPrimary.length > 0) found[pattern] = onPrimary
      if (onReplica.length === 0) notRead.push(pattern)
    }
    expect(found).toEqual({})
    expect(notRead).toEqual([])
    const others = patterns.filter((pattern) => !(pattern in wanted) && !forDevelopers.includes(pattern))
    expect((await queriesOf(others.map((pattern) => `/${pattern}`))).onPrimary).toEqual([])

    const { registry } = await openMetrics()
    await createReadings(open, registry)()
    const { host } = new URL(replica.url)
    const metrics = await registry.metrics()
    expect(metrics).toContain(`muster_replica_used{replica="${host}"} 1`)
    expect(metrics).toMatch(new RegExp(`muster_replica_lag_seconds\\{replica="${host}"\\} \\d`))
    expect(metrics).toContain(`muster_database_connections_max{pool="replica ${host}"} 10`)
  })

  // spec: growth.16
  test('a page of one thing takes no more of it where there are many', { timeout: 300_000 }, async () => {
    const { db, storage } = open.platform
    await seedBusinesses({ db, storage }, 2_000, () => undefined)
    await db.execute(sql`VACUUM ANALYZE`)
    await replica.catchUp()
    const of = pages()
    const paths = [
      of['verify/:code'],
      of['business/:slug'],
      of['business/:slug/enquire'],
      of['business/:slug/picture.png'],
      of['business/:slug/contact.vcf'],
      of['directory/:slug'],
      of['api/v1/businesses/:slug'],
      of['badge/:key/:variant'],
      of.report,
      of['shortlist/enquire'],
      of['podcasts/:slug'],
    ]
    const { onReplica } = await queriesOf(paths)
    expect(onReplica.length).toBeGreaterThan(10)
    // The 600 listings around a business are looked at for similar ones. All 2,000 would be 4,000 blocks.
    expect(onReplica.filter(({ blocks }) => blocks > 1_000)).toEqual([])
  })
})
