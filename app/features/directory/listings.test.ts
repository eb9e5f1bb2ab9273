import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effectsOfVerificationStatus, verificationStatuses } from '#app/features/reference/rules.ts'
import { seededRandom } from '#app/lib/seeded-random.ts'
import { type DatabaseHandle, queryRows } from '#app/platform/.server/database/database.ts'
import type { JobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { openTestDatabase } from '#tests/database.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import {
  areSearchColumnsFilling,
  queueDueListingsRefresh,
  recountAndLearnDirectoryWords,
  refreshDirectoryListingsIfDue,
} from './listings-service.server.ts'

// Only triggers write the rows that the directory searches. After any changes, in any order, they match the public view.

let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

/** The expected rows, computed from the view without triggers. */
const expected = sql`
  SELECT v.id AS business_id, fold_text(btrim(v.name)) AS sort_name, v.industry_id, v.service_branch_id,
    v.relationship_type_id, jsonb_array_length(v.gallery_images) > 0 AS has_gallery,
    coalesce(v.website_url, '') <> '' AS has_website, coalesce(fold_text(v.city), '') AS city,
    coalesce(fold_text(v.county), '') AS county, coalesce(replace(fold_text(v.postcode), ' ', ''), '') AS postcode,
    fold_text(concat_ws(E'\n', v.name, v.tagline, v.description, v.products_services)) AS search_text
  FROM public_businesses_view v`

const actual = sql`
  SELECT business_id, sort_name, industry_id, service_branch_id, relationship_type_id, has_gallery, has_website, city,
    county, postcode, search_text
  FROM directory_listings`

// It takes some seconds on an idle machine.
const timeout = 120_000

test('the listings match the public view after each of 200 changes', { timeout }, async () => {
  const { db } = handle
  const random = seededRandom(20_260_801)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const text = () =>
    pick(['Caf\u00e9', 'T\u0177 Bach', '  spaced ', '100%_\\', '', null, 'a\nb', '\ud83d\ude80', 'Plain'])
  const number = (highest: number) => pick([null, 1 + Math.floor(random() * highest)])
  const oneOf = (table: string) => sql.raw(`(SELECT id FROM ${table} ORDER BY md5(id::text || ${random()}) LIMIT 1)`)
  const someOf = (table: string) => sql.raw(`(SELECT id FROM ${table} ORDER BY md5(id::text || ${random()}) LIMIT 3)`)

  const changes: Record<string, () => Promise<unknown>> = {
    'a new business': () => createBusiness(db, { name: text() ?? 'x', gallery: pick([[], [null]]) }),
    'a name': () => db.execute(sql`UPDATE businesses SET name = ${text() ?? 'x'} WHERE id = ${oneOf('businesses')}`),
    'texts of several': () =>
      db.execute(
        sql`UPDATE businesses SET tagline = ${text()}, description = ${text()}, products_services = ${text()}
            WHERE id IN ${someOf('businesses')}`,
      ),
    'a place': () =>
      db.execute(
        sql`UPDATE businesses SET city = ${text()}, county = ${text()}, postcode = ${pick(['LA9 4XX', null, 'm1 1ae'])}
            WHERE id = ${oneOf('businesses')}`,
      ),
    'a website and an industry': () =>
      db.execute(
        sql`UPDATE businesses SET website_url = ${pick([null, '', 'https://x.example'])}, industry_id = ${number(24)}
            WHERE id = ${oneOf('businesses')}`,
      ),
    'shown or hidden': () =>
      db.execute(
        sql`UPDATE businesses SET is_active = ${pick([true, false, null])} WHERE id IN ${someOf('businesses')}`,
      ),
    'another owner': () =>
      db.execute(
        sql`UPDATE businesses SET profile_id = ${pick([sql`NULL`, oneOf('profiles')])} WHERE id = ${oneOf('businesses')}`,
      ),
    'a status': () =>
      db.execute(
        sql`UPDATE profiles SET verification_status_id = ${pick([1, 2, 3, 3, 3, 4, null])} WHERE id IN ${someOf('profiles')}`,
      ),
    'a suspension': () =>
      db.execute(
        sql`UPDATE profiles SET suspended_at = ${pick([sql`now()`, sql`NULL`])} WHERE id = ${oneOf('profiles')}`,
      ),
    'a relationship': () =>
      db.execute(sql`UPDATE profiles SET military_relationship_type_id = ${number(6)} WHERE id = ${oneOf('profiles')}`),
    'service details': () =>
      db.execute(
        sql`UPDATE verifications SET service_branch_id = ${number(6)}, military_relationship_type_id = ${number(6)}
            WHERE id IN ${someOf('verifications')}`,
      ),
    'no service details': () => db.execute(sql`DELETE FROM verifications WHERE id = ${oneOf('verifications')}`),
    'a picture': () =>
      db.execute(
        sql`INSERT INTO business_gallery_images (business_id, image_bucket_url, order_index, width, height, colour)
            VALUES (${oneOf('businesses')}, 'b/p.webp', 0, 1, 1, '#000000')`,
      ),
    'fewer pictures': () =>
      db.execute(sql`DELETE FROM business_gallery_images WHERE id IN ${someOf('business_gallery_images')}`),
    'a picture moved': () =>
      db.execute(
        sql`UPDATE business_gallery_images SET business_id = ${oneOf('businesses')}
            WHERE id = ${oneOf('business_gallery_images')}`,
      ),
    'a business gone': () => db.execute(sql`DELETE FROM businesses WHERE id = ${oneOf('businesses')}`),
    'an owner gone': () => db.execute(sql`DELETE FROM users WHERE id = ${oneOf('users')}`),
    'several in one transaction': () =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`UPDATE profiles SET verification_status_id = 3`)
        await transaction.execute(sql`UPDATE businesses SET is_active = true WHERE id IN ${someOf('businesses')}`)
        await transaction.execute(sql`DELETE FROM businesses WHERE id = ${oneOf('businesses')}`)
      }),
    'one taken back': () =>
      db
        .transaction(async (transaction) => {
          await transaction.execute(sql`DELETE FROM businesses`)
          throw new Error('taken back')
        })
        .catch((error: Error) => expect(error.message).toBe('taken back')),
  }

  for (let number = 0; number < 12; number += 1) await createBusiness(db, { name: `Business ${number}` })
  const kinds = Object.keys(changes)
  const made = new Set<string>()
  let listed = 0
  for (let step = 0; step < 200; step += 1) {
    // Sometimes two in a row are new, so that there is always something to change.
    const kind = step % 5 === 0 ? 'a new business' : pick(kinds)
    made.add(kind)
    await changes[kind]?.()
    const differences = await queryRows(
      db,
      sql`WITH expected AS MATERIALIZED (${expected}), actual AS MATERIALIZED (${actual})
          (SELECT 'missing' AS what, * FROM (SELECT * FROM expected EXCEPT ALL SELECT * FROM actual) AS missing)
          UNION ALL (SELECT 'wrong', * FROM (SELECT * FROM actual EXCEPT ALL SELECT * FROM expected) AS wrong)`,
    )
    expect(differences, `after ${kind}, change ${step}`).toEqual([])
    const [row] = await queryRows<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM directory_listings`)
    listed = Math.max(listed, row?.count ?? 0)
  }
  expect(made).toEqual(new Set(kinds))
  expect(listed).toBeGreaterThan(5)
})

describe('refreshing', () => {
  const refresh = () => refreshDirectoryListingsIfDue(handle)
  /** The physical location of each row, which changes with every write. */
  const places = async () =>
    new Map(
      (
        await queryRows<{ id: string; place: string }>(
          handle.db,
          sql`SELECT business_id AS id, ctid::text AS place FROM directory_listings`,
        )
      ).map(({ id, place }) => [id, place]),
    )

  test('writes the rows that differ and no others', async () => {
    const { db } = handle
    const add = async () => (await createBusiness(db)).id
    const [one, other, third] = [await add(), await add(), await add()]
    await db.execute(sql`UPDATE directory_listings SET city = 'elsewhere' WHERE business_id = ${one}`)
    await db.execute(sql`DELETE FROM directory_listings WHERE business_id = ${other}`)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = NULL`)
    const before = await places()
    await refresh()
    const after = await places()
    expect(after.get(third)).toBe(before.get(third))
    expect(after.get(one)).not.toBe(before.get(one))
    expect(before.has(other)).toBe(false)
    expect(await queryRows(db, actual)).toEqual(expect.arrayContaining(await queryRows(db, expected)))
    expect(await queryRows(db, expected)).toHaveLength(after.size)
  })

  test('deletes the row of a business that is not listed, in any batch', async () => {
    const { db } = handle
    const { id: hidden } = await createBusiness(db, { isActive: false })
    await db.execute(sql`
      INSERT INTO directory_listings SELECT ${hidden}, sort_name, industry_id, service_branch_id, relationship_type_id, has_gallery,
        has_website, city, county, postcode, search_text, ends_at FROM directory_listings LIMIT 1`)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = now() - interval '1 day'`)
    await refresh()
    expect((await places()).has(hidden)).toBe(false)
  })

  test('does nothing if the same version did it recently', async () => {
    const { db } = handle
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = now(), refreshed_version = version`)
    await db.execute(sql`UPDATE directory_listings SET city = 'elsewhere'`)
    const before = await places()
    await refresh()
    expect(await places()).toEqual(before)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_version = version - 1`)
    await refresh()
    expect(await queryRows(db, actual)).toEqual(expect.arrayContaining(await queryRows(db, expected)))
  })

  test('brings new names of trades and industries into the listings that have them', async () => {
    const { db } = handle
    const { id } = await createBusiness(db, { name: 'Fernhill', industry: 'Legal Services' })
    await db.execute(
      sql`INSERT INTO business_trades (business_id, trade_id, order_index) VALUES (${id}, 'barrister', 0)`,
    )
    const found = async (word: string) =>
      (
        await queryRows(
          db,
          sql`SELECT FROM directory_listings
              WHERE business_id = ${id} AND service_words @@ plainto_tsquery('directory_search', ${word})`,
        )
      ).length > 0
    expect(await found('barrister')).toBe(true)
    await db.execute(sql`UPDATE trades SET name = 'Counsel' WHERE id = 'barrister'`)
    await db.execute(sql`UPDATE industries SET name = 'Jurisprudence' WHERE name = 'Legal Services'`)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = now() - interval '1 day'`)
    await refresh()
    expect([await found('counsel'), await found('jurisprudence')]).toEqual([true, true])
    expect([await found('barrister'), await found('legal')]).toEqual([false, false])
  })

  // spec: finding.19
  test('goes on where it was, and from the beginning if names have changed since', async () => {
    const { db } = handle
    const { id } = await createBusiness(db)
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const isRefreshed = async (refreshedAt: string | null) => {
      await db.execute(sql`UPDATE directory_listings SET city = 'elsewhere' WHERE business_id = ${id}`)
      await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = ${refreshedAt}, refreshed_to = ${last}`)
      await refresh()
      return (
        (await queryRows(db, sql`SELECT FROM directory_listings WHERE business_id = ${id} AND city = 'elsewhere'`))
          .length === 0
      )
    }
    expect(await isRefreshed('epoch')).toBe(false)
    expect(await isRefreshed(null)).toBe(true)
  })

  test('gives an older database its columns and indexes, which is not ready until then', async () => {
    const { db } = handle
    const { id } = await createBusiness(db, { name: 'Older Plumbing' })
    const indexes = () =>
      queryRows<{ name: string; definition: string }>(
        db,
        sql`SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'directory_listings' ORDER BY 1`,
      )
    const before = await indexes()
    // As the migration leaves a table that has rows.
    await db.execute(
      sql`DROP INDEX directory_listings_all_words, directory_listings_position, directory_listings_newest`,
    )
    await db.execute(sql`UPDATE directory_listings SET all_words = NULL, position = NULL, listed_since = NULL`)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_version = 0`)
    expect(await areSearchColumnsFilling({ db })).toBe(true)
    await refresh()
    expect(await areSearchColumnsFilling({ db })).toBe(false)
    expect(await indexes()).toEqual(before)
    const found = await queryRows(
      db,
      sql`SELECT FROM directory_listings WHERE business_id = ${id} AND all_words @@ 'plumb'::tsquery AND listed_since IS NOT NULL`,
    )
    expect(found).toHaveLength(1)
  })

  test('keeps the lists short that wait in the indexes of words, as each search reads them', async () => {
    const limits = await queryRows<{ name: string; limit: string | null }>(
      handle.db,
      sql`
        SELECT relname AS name, (SELECT option_value FROM pg_options_to_table(reloptions)) AS limit
        FROM pg_class WHERE relname ~ '^directory_listings_(text|.+_words)$' ORDER BY 1`,
    )
    expect(limits).toEqual(
      ['all_words', 'name_words', 'service_words', 'text'].map((of) => ({
        name: `directory_listings_${of}`,
        limit: '256',
      })),
    )
  })

  test('keeps the words of trades and synonyms, and no others that no listing has', async () => {
    const { db } = handle
    await db.execute(
      sql`INSERT INTO directory_words (word) VALUES ('vacation'), ('locksmith'), ('xylophagous') ON CONFLICT DO NOTHING`,
    )
    await recountAndLearnDirectoryWords(handle)
    const kept = await queryRows(
      db,
      sql`SELECT word FROM directory_words WHERE word IN ('vacation', 'locksmith', 'xylophagous') ORDER BY 1`,
    )
    expect(kept).toEqual([{ word: 'locksmith' }, { word: 'vacation' }])
  })

  test('is due again if something changed while it ran', async () => {
    const { db } = handle
    const { id } = await createBusiness(db)
    const isDue = async () => {
      const queued: object[] = []
      const jobs = { enqueue: async (_: unknown, job: object) => void queued.push(job) } as unknown as JobQueue
      await queueDueListingsRefresh({ db, jobs })
      return queued.length > 0
    }
    await db.execute(sql`
      CREATE FUNCTION rename_trade() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE repeatable_migrations SET refreshed_at = NULL;
        RETURN NULL;
      END $$`)
    await db.execute(sql`
      CREATE TRIGGER during_refresh AFTER UPDATE ON directory_listings FOR EACH STATEMENT EXECUTE FUNCTION rename_trade()`)
    await db.execute(sql`UPDATE directory_listings SET city = 'elsewhere' WHERE business_id = ${id}`)
    await refresh()
    expect(await isDue()).toBe(true)
    await db.execute(sql`DROP TRIGGER during_refresh ON directory_listings`)
    await refresh()
    expect(await isDue()).toBe(false)
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_version = version - 1`)
    expect(await isDue()).toBe(true)
  })
})

test('the view lists the businesses of the statuses that the rules name', async () => {
  const { db } = handle
  for (const status of [null, ...verificationStatuses]) {
    const { id } = await createBusiness(db, { owner: { status } })
    const listed = await queryRows(db, sql`SELECT id FROM public_businesses_view WHERE id = ${id}`)
    expect(listed.length > 0, `${status}`).toBe(effectsOfVerificationStatus(status).isListed)
  }
})
