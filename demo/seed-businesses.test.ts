import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { generateSampleBusinesses } from './sample-businesses.ts'
import { runBulkBusinessWrite, type SampleBusinessRecord, sampleId, writeSampleBusinesses } from './sample-writer.ts'
import { seedSampleBusinesses } from './seed-businesses.ts'

const tables = [
  'users',
  'profiles',
  'verifications',
  'verification_records',
  'businesses',
  'business_logos',
  'business_gallery_images',
  'business_trades',
  'directory_listings',
]

beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses')
})

/** Every row of every table a sample fills, each as text, in one order. */
async function contents(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await queryRows<{ row: string }>(
      db,
      sql`SELECT t::text AS row FROM ${sql.identifier(table)} t ORDER BY t::text`,
    )
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

/** Whether triggers fire, and which indexes there are. */
async function machinery() {
  return {
    triggers: await queryRows(
      db,
      sql`SELECT tgrelid::regclass::text AS of, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    ),
    indexes: await queryRows(
      db,
      sql`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`,
    ),
    invalid: await queryRows(db, sql`SELECT indexrelid FROM pg_index WHERE NOT indisvalid`),
  }
}

const picture = (key: string): StoredPicture => ({ key, width: 480, height: 320, colour: '#aabbcc', masterKey: null })
const samples: SampleBusinessRecord[] = [...generateSampleBusinesses(60)].map((business, number) => ({
  number,
  business,
  logo: number % 3 === 0 ? picture(`folder/logo-${number}.webp`) : null,
  gallery: number % 4 === 0 ? [{ ...picture(`folder/picture-${number}.webp`), caption: 'A caption' }] : [],
}))

/** Rows that name each other are checked when their transaction ends. */
const write = (records: SampleBusinessRecord[]) =>
  db.transaction((transaction) => writeSampleBusinesses(transaction, 'test', records))

describe('writeSampleBusinesses', () => {
  test('writes each sample with its owner, its claim, its logo and its pictures', async () => {
    await write(samples)
    const counts = Object.fromEntries(Object.entries(await contents()).map(([table, rows]) => [table, rows.length]))
    expect(counts).toMatchObject({
      users: 60,
      profiles: 60,
      verifications: 60,
      businesses: 60,
      business_trades: samples.filter(({ business }) => business.declaredTrade !== null).length,
      business_logos: 20,
      business_gallery_images: 15,
    })
    expect(counts.directory_listings).toBeGreaterThan(0)
    const [unlinked] = await queryRows(
      db,
      sql`SELECT count(*)::int AS count FROM businesses b JOIN profiles p ON p.id = b.profile_id WHERE p.business_id <> b.id`,
    )
    expect(unlinked).toEqual({ count: 0 })
  })

  test('says of the verified when they were checked, and of those under review since when they wait; of nobody else', async () => {
    const statuses = ['Verified', 'In Review', 'Pending', 'Rejected', null] as const
    await write(
      samples.map((sample) => {
        const owner = { ...sample.business.owner, status: statuses[sample.number % statuses.length] ?? null }
        return { ...sample, business: { ...sample.business, owner } }
      }),
    )
    const rows = await queryRows<{ status: string | null; checked: boolean; waits: boolean; recent: boolean }>(
      db,
      sql`SELECT s.name AS status, v.verified_at IS NOT NULL AS checked, v.queued_at IS NOT NULL AS waits,
            coalesce(v.verified_at, v.queued_at) BETWEEN now() - interval '334 days' AND now() AS recent
          FROM verifications v JOIN profiles p ON p.id = v.profile_id
          LEFT JOIN verification_statuses s ON s.id = p.verification_status_id`,
    )
    expect(new Set(rows.map(({ status }) => status)).size).toBe(statuses.length)
    for (const { status, checked, waits, recent } of rows) {
      expect([checked, waits]).toEqual([status === 'Verified', status === 'In Review'])
      if (checked || waits) expect(recent).toBe(true)
    }
  })

  // spec: hold.1.34
  test('says of each that is verified that it is a sample', async () => {
    await write(samples)
    const rows = await queryRows<{ verified: boolean; basis: string | null }>(
      db,
      sql`SELECT p.verification_status_id = 3 AS verified, r.basis
          FROM profiles p LEFT JOIN verification_records r ON r.profile_id = p.id AND r.confirmed_at IS NOT NULL AND r.ended_at IS NULL`,
    )
    expect(rows).toHaveLength(60)
    for (const { verified, basis } of rows) expect(basis).toBe(verified ? 'sample' : null)
  })

  test('gives a tenth a radius, a twentieth the whole UK, and shows the street of few sole traders', async () => {
    const traders = samples.map((sample) => ({
      ...sample,
      business: { ...sample.business, businessType: 'Sole trader' as const },
    }))
    await write(traders)
    const [counts] = await queryRows(
      db,
      sql`SELECT count(*) FILTER (WHERE service_radius = 20)::int AS near, count(*) FILTER (WHERE service_radius = 50)::int AS far,
            count(*) FILTER (WHERE serves_uk)::int AS anywhere, count(shows_street_address)::int AS streets
          FROM businesses`,
    )
    expect(counts).toEqual({ near: 3, far: 3, anywhere: 3, streets: 6 })
  })

  test('changes nothing the second time', async () => {
    await write(samples)
    const before = await contents()
    await write(samples)
    expect(await contents()).toEqual(before)
  })

  test('gives every family its own ids, the same in every database', () => {
    expect(sampleId('business', 'demo', 0)).toBe(sampleId('business', 'demo', 0))
    const ids = ['demo', 'seed'].flatMap((family) =>
      (['business', 'owner', 'verification', 'picture-0', 'picture-1'] as const).flatMap((kind) =>
        [0, 1].map((number) => sampleId(kind, family, number)),
      ),
    )
    expect(new Set(ids).size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('writes what was made with a slug of its own under that slug', async () => {
    const [first] = samples
    await write(first ? [{ ...first, slug: 'a-slug-of-its-own' }] : [])
    expect(await queryRows(db, sql`SELECT business_slug FROM businesses`)).toEqual([
      { business_slug: 'a-slug-of-its-own' },
    ])
  })
})

describe('runBulkBusinessWrite', () => {
  test('leaves the same rows as the triggers make', async () => {
    await write(samples)
    const byTriggers = await contents()
    await emptyTables(db, 'users', 'businesses')
    await runBulkBusinessWrite(db, (transaction) => writeSampleBusinesses(transaction, 'test', samples))
    expect(await contents()).toEqual(byTriggers)
  })

  test('leaves triggers and indexes as they were', async () => {
    const before = await machinery()
    expect(before.triggers.length).toBe(104)
    await runBulkBusinessWrite(db, (transaction) => writeSampleBusinesses(transaction, 'test', samples))
    expect(await machinery()).toEqual(before)
    // And they work: what is hidden afterwards is no longer listed.
    await db.execute(sql`UPDATE businesses SET is_active = false`)
    expect((await contents()).directory_listings).toEqual([])
  })

  test('leaves everything as it was when it fails in the middle', async () => {
    await write(samples.slice(0, 10))
    const [rows, parts] = [await contents(), await machinery()]
    await expect(
      runBulkBusinessWrite(db, async (transaction) => {
        await writeSampleBusinesses(transaction, 'test', samples)
        throw new Error('the power went')
      }),
    ).rejects.toThrow('the power went')
    expect(await contents()).toEqual(rows)
    expect(await machinery()).toEqual(parts)
  })

  test('tells those who remember answers that they changed', async () => {
    const { directoryCache } = platform
    await directoryCache.getOrLoad('key', async () => 'old')
    await runBulkBusinessWrite(db, (transaction) => writeSampleBusinesses(transaction, 'test', samples.slice(0, 1)))
    await expect.poll(() => directoryCache.getOrLoad('key', async () => 'new')).toBe('new')
  })
})

describe('seedSampleBusinesses', () => {
  // Its pictures are encoded each time, which takes a slow machine a while.
  const timeout = 120_000

  test('writes as many as were asked for, with stored pictures, and changes nothing twice', { timeout }, async () => {
    const reported: number[] = []
    await seedSampleBusinesses(platform, 40, (done) => reported.push(done))
    expect(reported.at(-1)).toBe(40)
    const before = await contents()
    expect(before.businesses).toHaveLength(40)
    const keys = await queryRows<{ key: string }>(
      db,
      sql`SELECT DISTINCT image_bucket_url AS key FROM business_gallery_images`,
    )
    expect(keys.length).toBeGreaterThan(0)
    for (const { key } of keys) expect(await platform.storage.read('gallery', key), key).not.toBeNull()

    await seedSampleBusinesses(platform, 40, () => undefined)
    expect(await contents()).toEqual(before)
  })
})
