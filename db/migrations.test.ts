import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { is, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { baselineMigration, migrationsReplacedByBaseline } from '#app/platform/.server/database/baseline.ts'
import {
  type Database,
  type DatabaseHandle,
  openMigratedPostgres,
  queryRows,
} from '#app/platform/.server/database/database.ts'
import { listMigrations, migrateEmptyDatabaseUpTo } from '#app/platform/.server/database/migrations.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { findDatabaseUrl, openEmptyDatabase, openTestDatabase, type TestDatabase } from '#tests/database.ts'
import { withMaintenance } from '#tests/postgres.ts'

let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

/** Columns that no code of ours names: for the search they are made in SQL; the last is left of an earlier release, to be dropped by a later one. */
const undeclared = [
  'directory_listings.all_words tsvector',
  'directory_listings.name_words tsvector',
  'directory_listings.service_words tsvector',
  'directory_words.stem text',
  'name_changes.business_id uuid',
]

// spec: releases.10
test('the migrations make the tables that the code declares, column by column', async () => {
  const files = import.meta.glob<Record<string, unknown>>(
    ['../app/features/*/tables.server.ts', '../app/platform/.server/database/tables.ts'],
    { eager: true },
  )
  const tables = Object.values(files).flatMap((exported) =>
    Object.values(exported).filter((value) => is(value, PgTable)),
  )
  expect(tables.length).toBeGreaterThan(70)
  const declared = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}`)
  })
  const made = await queryRows<{ line: string }>(
    handle.db,
    sql`SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        AND NOT c.relispartition`,
  )
  // Drizzle writes a blank that PostgreSQL does not.
  const inSql = declared.map((line) => line.replace(/\((\d+), (\d+)\)/, '($1,$2)'))
  expect(made.map(({ line }) => line).sort()).toEqual([...inSql, ...undeclared].sort())
})

/** The entities of the specification, by its names. */
const entities: Record<string, string[]> = {
  profiles: [
    ...['id', 'first_name', 'last_name', 'display_name', 'personal_email', 'personal_mobile', 'avatar_bucket_url'],
    ...['business_id', 'military_relationship_type_id', 'verification_status_id', 'created_at', 'updated_at'],
    'user_type_id',
  ],
  user_types: ['id', 'name', 'is_staff'],
  businesses: [
    ...['id', 'name', 'business_slug', 'tagline', 'description', 'products_services', 'industry_id', 'email'],
    ...['business_phone_number', 'website_url', 'street_address', 'city', 'county', 'postcode', 'facebook_url'],
    ...['linkedin_url', 'instagram_url', 'twitter_url', 'tiktok_url', 'youtube_url', 'google_business_url'],
    ...['company_number', 'promo_video_url', 'profile_id', 'created_by', 'is_active', 'created_at', 'updated_at'],
    'business_type_id',
  ],
  business_types: ['id', 'name'],
  business_logos: ['business_id', 'logo_bucket_url'],
  business_gallery_images: ['id', 'business_id', 'image_bucket_url', 'order_index', 'caption'],
  public_businesses_view: [
    ...['name', 'tagline', 'description', 'products_services', 'industry_id', 'industry_name', 'city', 'county'],
    ...['postcode', 'service_branch', 'relationship_type', 'website_url', 'logo_url', 'gallery_images'],
    ...['business_slug', 'email', 'business_phone_number', 'facebook_url', 'linkedin_url', 'instagram_url'],
    ...['twitter_url', 'tiktok_url', 'youtube_url', 'google_business_url', 'promo_video_url', 'street_address'],
    ...['created_at', 'business_type', 'profile_id'],
  ],
  industries: ['id', 'name'],
  armed_forces_branches: ['id', 'name'],
  military_relationship_types: ['id', 'name'],
  verification_statuses: ['id', 'name'],
  podcasts: [
    ...['id', 'title', 'tagline', 'description', 'cover_image_url', 'spotify_url', 'apple_url', 'youtube_url'],
    ...['rss_feed_url', 'featured_episode_url', 'launch_date', 'host_profile_id', 'is_active', 'created_at'],
  ],
  verifications: [
    ...['id', 'profile_id', 'military_relationship_type_id', 'service_branch_id', 'service_number', 'business_id'],
    ...['declaration_text', 'declaration_accepted_at', 'consent', 'created_at', 'service_description'],
  ],
  verification_documents: ['id', 'profile_id', 'file_bucket_url', 'uploaded_at'],
  support_inquiries: [
    ...['id', 'name', 'organization', 'email', 'phone', 'support_type', 'message', 'privacy_agreed', 'created_at'],
  ],
  shop_products: [
    ...['id', 'external_id', 'name', 'thumbnail_url', 'description', 'variants', 'synced', 'price', 'currency'],
    'sync_variants',
  ],
  users: ['id', 'name', 'email', 'email_verified', 'image', 'two_factor_enabled', 'created_at', 'updated_at'],
  sessions: ['id', 'token', 'user_id', 'ip_address', 'user_agent', 'expires_at', 'created_at', 'updated_at'],
  accounts: ['id', 'account_id', 'provider_id', 'user_id', 'password', 'created_at', 'updated_at'],
  two_factors: ['id', 'secret', 'backup_codes', 'user_id'],
}

/** Statements that a release without the migration does not expect. */
const takesAway = /\b(DROP (TABLE|COLUMN|SCHEMA)|RENAME (TO|COLUMN)|SET DATA TYPE|SET NOT NULL)\b/i

test.each([
  ['ALTER TABLE "a" DROP COLUMN "b";', true],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', true],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE integer;', true],
  ['ALTER TABLE "a" ADD COLUMN "b" text;', false],
  ['CREATE INDEX "a" ON "b" ("c");', false],
])('%s takes something away: %s', (statement, expected) => {
  expect(takesAway.test(statement)).toBe(expected)
})

test('a migration that takes something away names itself as the oldest release', async () => {
  const folder = 'db/migrations'
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const file of files) {
    const statements = await readFile(join(folder, file), 'utf8')
    const names = new RegExp(`UPDATE "oldest_release" SET "migration" = '${file.replace('.sql', '')}'`)
    if (takesAway.test(statements)) expect(statements, file).toMatch(names)
  }
})

describe('the repeatable migration', () => {
  const open = async (change: string) => {
    const own = await openTestDatabase()
    onTestFinished(own.close)
    await own.db.execute(sql.raw(change))
    await (await openMigratedPostgres(await findDatabaseUrl(own.db), { connections: 1 })).close()
    const [row] = await queryRows<{ version: number; columns: number }>(
      own.db,
      sql`SELECT max(version) AS version, (SELECT count(*)::int FROM information_schema.columns WHERE table_name = 'public_businesses_view') AS columns
          FROM repeatable_migrations WHERE name = 'listings'`,
    )
    return row
  }
  const replaceView = `DROP VIEW public_businesses_view; CREATE VIEW public_businesses_view AS SELECT id FROM businesses`

  test('runs again where the database has a lower version', async () => {
    const found = await open(`${replaceView}; UPDATE repeatable_migrations SET version = 0`)
    expect(found?.version).toBeGreaterThan(0)
    expect(found?.columns).toBeGreaterThan(30)
  })

  test('leaves what a newer release made', async () => {
    const found = await open(`${replaceView}; UPDATE repeatable_migrations SET version = 1000`)
    expect(found).toEqual({ version: 1000, columns: 1 })
  })

  test('no other migration says who is listed', async () => {
    for (const file of (await readdir('db/migrations')).filter((name) => name.endsWith('.sql'))) {
      expect(await readFile(join('db/migrations', file), 'utf8'), file).not.toMatch(
        /CREATE .*(_view|refresh_directory)/,
      )
    }
  })
})

describe('the tables of the specification', () => {
  // spec: 86.1, 86.2, 87.1, 88.1, 89.1, 90.1, 92.1, 93.1, 94.1, 96.1, 99.1, 100.1
  test.each(Object.entries(entities))('%s has every field by its name', async (table, fields) => {
    const rows = await queryRows<{ column_name: string }>(
      handle.db,
      sql`SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`,
    )
    expect(rows.map(({ column_name }) => column_name)).toEqual(expect.arrayContaining(fields))
  })

  // spec: 11.4, 107.1
  test.each([
    ['business_logos', 'business_id'],
    ['businesses', 'business_slug'],
    ['business_slugs', 'slug'],
    ['business_drafts', 'profile_id'],
    ['podcasts', 'host_profile_id'],
    ['podcasts', 'slug'],
    ['support_inquiries', 'submission_key'],
    ['contact_messages', 'submission_key'],
    ['verifications', 'profile_id'],
    ['users', 'email'],
    ['industries', 'name'],
  ])('%s has one row for each %s', async (table, column) => {
    const rows = await queryRows<{ columns: string }>(
      handle.db,
      sql`SELECT string_agg(a.attname, ',') AS columns FROM pg_index i
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
          WHERE i.indrelid = ${table}::regclass AND i.indisunique GROUP BY i.indexrelid`,
    )
    expect(rows.map(({ columns }) => columns)).toContain(column)
  })

  test('the public view has nothing private', async () => {
    const rows = await queryRows<{ column_name: string }>(
      handle.db,
      sql`SELECT column_name FROM information_schema.columns WHERE table_name = 'public_businesses_view'`,
    )
    const names = rows.map(({ column_name }) => column_name)
    expect(
      names.filter((name) => /personal|service_number|company_number|created_by|suspended|user/.test(name)),
    ).toEqual([])
  })
})

describe('the foreign keys', () => {
  /**
   * Those whose column nothing looks up by. Without an index only a change of the row they point at is slow, and the rows
   * of these lookups are written by migrations alone and never deleted.
   */
  const unindexed = [
    'businesses.business_type_id',
    'businesses.industry_id',
    'profiles.military_relationship_type_id',
    'profiles.user_type_id',
    'trades.industry_id',
    'verification_decisions.service_branch_id',
    'verifications.military_relationship_type_id',
    'verifications.service_branch_id',
  ]

  interface ForeignKey {
    column: string
    target: string
    indexed: boolean
  }
  let keys: ForeignKey[]

  beforeAll(async () => {
    keys = await queryRows<ForeignKey>(
      handle.db,
      sql`SELECT c.conrelid::regclass || '.' || a.attname AS column, c.confrelid::regclass::text AS target,
            EXISTS (
              SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1] AND i.indpred IS NULL
            ) AS indexed
          FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
          WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1`,
    )
  })

  test('all have an index, but for those into lookups that never lose a row', () => {
    expect(keys.length).toBeGreaterThanOrEqual(17)
    const without = keys.filter(({ indexed }) => !indexed)
    expect(without.map(({ column }) => column)).toEqual(unindexed)
    const lookups = [
      'armed_forces_branches',
      'business_types',
      'industries',
      'military_relationship_types',
      'user_types',
    ]
    expect([...new Set(without.map(({ target }) => target))].sort()).toEqual(lookups)
  })

  test('bind every column that names a row of another table', async () => {
    const rows = await queryRows<{ column: string }>(
      handle.db,
      sql`SELECT table_name || '.' || column_name AS column FROM information_schema.columns c
          WHERE table_schema = 'public' AND column_name LIKE '%\\_id'
            AND (SELECT table_type FROM information_schema.tables t
                 WHERE t.table_name = c.table_name AND t.table_schema = 'public') = 'BASE TABLE'
          ORDER BY 1`,
    )
    const bound = new Set(keys.map(({ column }) => column))
    const loose = rows.map(({ column }) => column).filter((column) => !bound.has(column))
    expect(loose).toEqual([
      // Names of other services for what they hold.
      'accounts.account_id',
      'accounts.provider_id',
      // Kept for good, also when who did it and what it was done to are gone.
      'audit_events.actor_id',
      'audit_events.subject_id',
      // Names of other services for what they hold: carts and orders keep them when those are gone.
      'cart_items.product_id',
      'cart_items.variant_id',
      // Copied from rows that are bound themselves.
      'directory_listings.industry_id',
      'directory_listings.relationship_type_id',
      'directory_listings.service_branch_id',
      // An enquiry that was reported as spam, which its sender may have erased.
      'lead_spam_reports.lead_id',
      'order_items.product_id',
      'order_items.variant_id',
      // A cart goes when it has been paid for, the order stays.
      'orders.cart_id',
      'orders.printful_external_id',
      'orders.printful_order_id',
      'orders.stripe_payment_intent_id',
      'orders.stripe_session_id',
      // What a picture was called in a gallery it has left.
      'removed_pictures.picture_id',
      // What was reported: a listing, a picture or a podcast, which may be gone.
      'report_items.subject_id',
      'shop_events.event_id',
      'shop_products.external_id',
      'shop_stripe_prices.stripe_price_id',
      'shop_stripe_prices.stripe_product_id',
      'shop_stripe_prices.variant_id',
      // A place for an upload under way ends within minutes, and erasure deletes it; the platform knows no members.
      'upload_places.member_id',
    ])
  })
})

/** What a database is made of, each thing as a line. */
async function readCatalogs(db: Database): Promise<string[]> {
  const rows = await queryRows<{ line: string }>(
    db,
    sql`SELECT concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
          a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid), pg_get_viewdef(c.oid), a.attnum) AS line
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0
        UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
          WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
        UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')
        UNION ALL SELECT dictname || ' ' || dictinitoption FROM pg_ts_dict WHERE dictnamespace = 'public'::regnamespace
        UNION ALL SELECT cfgname || ' ' || maptokentype || ' ' || mapdict::regdictionary FROM pg_ts_config_map JOIN pg_ts_config c ON c.oid = mapcfg
          WHERE cfgnamespace = 'public'::regnamespace
        UNION ALL SELECT 'extension ' || extname FROM pg_extension`,
  )
  return rows.map(({ line }) => line).sort()
}

/** How many rows each table has. */
async function readRows(db: Database): Promise<Record<string, unknown>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  const counts = tables.map(
    ({ name }) => sql`SELECT ${name}::text AS name, count(*)::int AS rows FROM ${sql.identifier(name)}`,
  )
  const counted = await queryRows<{ name: string; rows: number }>(db, sql.join(counts, sql` UNION ALL `))
  return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]))
}

/** What migrations fill. */
const lookups = [
  ...['armed_forces_branches', 'business_types', 'industries', 'military_relationship_types', 'oldest_release'],
  ...['user_types', 'verification_statuses'],
]
const readLookups = (db: Database) =>
  Promise.all(lookups.map((name) => queryRows(db, sql`SELECT * FROM ${sql.identifier(name)} ORDER BY 1`)))

/** The numbers of the migrations that a database has. */
const listDone = async (db: Database) => {
  const rows = await queryRows<{ when: string }>(
    db,
    sql`SELECT created_at::text AS when FROM drizzle.__drizzle_migrations ORDER BY id`,
  )
  return rows.map(({ when }) => Number(when))
}

/** Opens it as this release does. */
async function upgrade(url: string): Promise<DatabaseHandle> {
  const handle = await openMigratedPostgres(url, { connections: 2 })
  onTestFinished(handle.close)
  return handle
}

describe('a database from before the baseline', () => {
  /** What pg_dump wrote of the demo, or of a part of it, when the 42 migrations that the baseline replaced were all there were. */
  async function restoreDump(): Promise<TestDatabase> {
    const database = await openEmptyDatabase()
    const dump = gunzipSync(await readFile('tests/releases/before-baseline.sql.gz')).toString()
    await withMaintenance(database.url, (client) => client.query(dump))
    return database
  }

  let database: TestDatabase
  let old: { db: Database; close: () => Promise<void> }
  beforeAll(async () => {
    database = await restoreDump()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    old = { db: drizzle(client), close: () => client.end() }
  })
  afterAll(async () => {
    await old.close()
    await database.close()
  })

  // spec: releases.12
  test.each([
    [
      'lacks the last of them',
      sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${baselineMigration.when}`,
    ],
    [
      'has another in its place',
      sql`UPDATE drizzle.__drizzle_migrations SET hash = 'another' WHERE created_at = ${baselineMigration.when}`,
    ],
    [
      'has but one of them',
      sql`DELETE FROM drizzle.__drizzle_migrations WHERE id > (SELECT min(id) FROM drizzle.__drizzle_migrations)`,
    ],
  ])('is refused with the way here, and stays as it was, if it %s', async (_name, change) => {
    const rows = await queryRows(old.db, sql`SELECT * FROM drizzle.__drizzle_migrations ORDER BY id`)
    await old.db.execute(change)
    const state = async () => [await readCatalogs(old.db), await readRows(old.db), await listDone(old.db)]
    const before = await state()
    const refusal = await openMigratedPostgres(database.url, { connections: 1 }).catch((error) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(refusal.message).toMatch(
      /^This database is older than this release can read: start the commit [0-9a-f]{8}, which .* Nothing was changed\.$/,
    )
    expect(await state()).toEqual(before)
    await old.db.execute(sql`TRUNCATE drizzle.__drizzle_migrations`)
    await old.db.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations SELECT * FROM jsonb_populate_recordset(NULL::drizzle.__drizzle_migrations, ${JSON.stringify(rows)}::jsonb)`,
    )
  })

  // spec: releases.11
  test('gets what is new alone, keeps every row and who is listed, and is then made like a new one', async () => {
    const before = await readRows(old.db)
    const done = await listDone(old.db)
    expect(done).toHaveLength(migrationsReplacedByBaseline.length)
    expect(done.at(-1)).toBe(baselineMigration.when)
    const readListed = () => queryRows(old.db, sql`SELECT id FROM public_businesses_view ORDER BY id`)
    const listed = await readListed()
    expect(listed.length).toBeGreaterThan(3)

    const { db } = await upgrade(database.url)
    const whens = listMigrations().map(({ when }) => when)
    expect(whens[0]).toBe(baselineMigration.when)
    expect(await listDone(db)).toEqual([...done, ...whens.slice(1)])
    expect(await readRows(db)).toMatchObject(before)
    expect(await readListed()).toEqual(listed)

    expect(await listDone(handle.db)).toEqual(whens)
    expect(await readCatalogs(db)).toEqual(await readCatalogs(handle.db))
    expect(await readLookups(db)).toEqual(await readLookups(handle.db))
    await (await openMigratedPostgres(database.url, { connections: 1 })).close()
    expect(await listDone(db)).toHaveLength(done.length + whens.length - 1)
  })
})

// spec: hold.1.32
test('what earlier verifications rest on is recorded, and none is delisted', { timeout: 90_000 }, async () => {
  // Each is verified and has a business; their names say what the database knows of them.
  const { url, close } = await openEmptyDatabase()
  onTestFinished(close)
  await withMaintenance(url, async (client) => {
    // As backups name it that were made before the baseline was one.
    await migrateEmptyDatabaseUpTo((text) => client.query(text), migrationsReplacedByBaseline.at(-1) ?? '')
    await client.query(`
      CREATE TABLE people (n int, who text, email text, approved text, opened text, declared boolean);
      INSERT INTO people VALUES
        (1, 'sample', 'jo.1@owners.example', 'approved', 'none', true),
        (2, 'imported', 'two@firm.example', NULL, 'none', false),
        (3, 'imported and confirmed', 'three@firm.example', 'confirmed', 'none', true),
        (4, 'approved with a document', 'four@firm.example', 'approved', 'before', true),
        (5, 'approved without', 'five@firm.example', 'approved', 'none', true),
        (6, 'opened after the approval', 'six@firm.example', 'approved', 'after', true),
        (7, 'opened by somebody else', 'seven@firm.example', 'approved', 'another', true),
        (8, 'opened a certificate of a fact', 'eight@firm.example', 'approved', 'certificate', true),
        (9, 'nothing but a declaration', 'nine@firm.example', NULL, 'none', true),
        (10, 'opened for an application that was withdrawn', 'ten@firm.example', 'approved', 'earlier', true),
        (11, 'approved by somebody who left', 'eleven@firm.example', 'approved', 'left', true),
        (12, 'ended', 'twelve@firm.example', 'approved', 'before', true);
      CREATE FUNCTION id_of(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
      INSERT INTO users (id, name, email) SELECT id_of(n), 'Sam', email FROM people;
      INSERT INTO users (id, name, email) SELECT id_of(n), 'Robin', n || '@staff.example' FROM generate_series(100, 101) n;
      INSERT INTO profiles (id, first_name, last_name, personal_email, verification_status_id)
        SELECT id, name, 'Sample', email, CASE WHEN name = 'Sam' THEN 3 END FROM users;
      UPDATE profiles SET verification_ends_at = now() - interval '1 day' WHERE id = id_of(12);
      INSERT INTO verifications (profile_id, created_at, verified_at, declaration_accepted_at)
        SELECT id_of(n), '2026-01-01', '2026-02-01', CASE WHEN declared THEN '2026-01-02'::timestamptz END FROM people;
      INSERT INTO verification_decisions (profile_id, reviewer_id, decision, submitted_at, decided_at)
        SELECT id_of(n), CASE WHEN opened <> 'left' AND approved = 'approved' THEN id_of(100) END, approved, '2026-01-20', '2026-02-01'
        FROM people WHERE approved IS NOT NULL;
      INSERT INTO verification_documents (id, profile_id, kind)
        SELECT id_of(200 + n), id_of(n), CASE opened WHEN 'certificate' THEN 'certificate' ELSE 'other' END FROM people WHERE opened <> 'none';
      INSERT INTO audit_events (happened_at, actor_id, action, subject_type, subject_id, detail)
        SELECT CASE opened WHEN 'after' THEN '2026-02-02' WHEN 'earlier' THEN '2025-12-01' ELSE '2026-01-30' END::timestamptz,
          CASE opened WHEN 'another' THEN id_of(101) ELSE id_of(100) END,
          'verification.document.read', 'profile', id_of(n), jsonb_build_object('document', id_of(200 + n))
        FROM people WHERE opened <> 'none'
        UNION ALL
        SELECT '2026-02-01', id_of(100), 'verification.approved', 'profile', id_of(n), '{}' FROM people WHERE approved = 'approved';
      INSERT INTO businesses (name, business_slug, profile_id) SELECT who, 'firm-' || n, id_of(n) FROM people`)
  })
  const { db } = await upgrade(url)
  const rows = await queryRows<{ name: string; basis: string | null; listed: boolean }>(
    db,
    sql`SELECT b.name, b.record ->> 'basis' AS basis, EXISTS (SELECT FROM public_businesses_view p WHERE p.id = b.id) AS listed
          FROM business_pages_view b JOIN people ON people.who = b.name ORDER BY people.n`,
  )
  const bases = ['sample', 'import', 'import', 'documents', null, null, null, null, null, null, 'documents', null]
  expect(rows.map(({ basis }) => basis)).toEqual(bases)
  expect(rows.filter(({ listed }) => !listed).map(({ name }) => name)).toEqual(['ended'])
})
