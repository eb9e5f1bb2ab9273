import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProblems, findReleasedMigration, readSchema } from '../scripts/lint-migrations.ts'

const released = { businesses: ['id', 'name'], old_things: ['id'] }

// spec: releases.5
test.each([
  ['ALTER TABLE "businesses" DROP COLUMN "name";', ['drops the column businesses.name, which the last release uses']],
  [
    'ALTER TABLE IF EXISTS ONLY public.businesses DROP IF EXISTS name, DROP COLUMN "id" CASCADE;',
    [
      'drops the column businesses.name, which the last release uses',
      'drops the column businesses.id, which the last release uses',
    ],
  ],
  ['DROP TABLE IF EXISTS "old_things" CASCADE;', ['drops the table old_things, which the last release uses']],
  ['-- ALTER TABLE "businesses" DROP COLUMN "name";\nSELECT 1;', []],
  ['ALTER TABLE "businesses" DROP COLUMN "unused";', []],
  ['ALTER TABLE "businesses" ALTER COLUMN "name" DROP NOT NULL;', []],
  ['ALTER TABLE "businesses" DROP CONSTRAINT "name";', []],
  [
    'CREATE INDEX CONCURRENTLY "a" ON "b" ("c");',
    ['uses CONCURRENTLY, so it must begin with the line "-- Outside a transaction"'],
  ],
  ['-- Outside a transaction\nCREATE INDEX CONCURRENTLY ON "b" ("c");', ['builds an index without a name']],
  ['-- Outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "b" ("c");', []],
])('%s', (statement, problems) => {
  expect(findProblems(statement, released)).toEqual(problems)
})

test('the last release is known by its dump, and its schema by its last migration', () => {
  const migration = findReleasedMigration('db/releases')
  expect(migration).toMatch(/^\d{4}_/)
  expect(readSchema('db/migrations', migration ?? '')).toMatchObject({
    businesses: expect.arrayContaining(['business_slug']),
  })
  expect(findReleasedMigration('db/no-such-folder')).toBeNull()
})

// spec: releases.10
test('a column that no migration writes is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-tables-'))
  try {
    const file = join(folder, 'tables.ts')
    const column =
      "import { pgTable, text } from 'drizzle-orm/pg-core'\nexport const forgotten = pgTable('forgotten', { name: text() })\n"
    writeFileSync(file, column)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const check = (...files: string[]) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/check-tables.ts', ...files], {
        encoding: 'utf8',
      })
      return `${status} ${stdout}${stderr}`
    }
    const ours = ['./app/features/*/tables.server.ts', './app/platform/.server/database/tables.ts']
    expect(check(...ours, relative('.', file))).toMatch(/^1 .*forgotten.*npm run migrate:generate/s)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('the command', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-lint-'))
    for (const path of ['db/migrations', 'db/releases', 'app/platform', 'scripts/lint-migrations.ts', 'package.json'])
      cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Lints migrations that come after those there are. */
  function lint(...texts: string[]): string {
    mkdirSync(join(folder, 'db/migrations/meta'), { recursive: true })
    const file = join(folder, 'db/migrations/meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8'))
    const added = texts.map((_, index) => ({ tag: `${9999 - texts.length + 1 + index}_new`, when: 1 }))
    writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, ...added] }))
    for (const [index, { tag }] of added.entries())
      writeFileSync(join(folder, `db/migrations/${tag}.sql`), texts[index] ?? '')
    const last = journal.entries.at(-1).tag.slice(0, 4)
    renameSync(
      join(folder, `db/migrations/meta/${last}_snapshot.json`),
      join(folder, 'db/migrations/meta/9999_snapshot.json'),
    )
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/lint-migrations.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return `${status} ${stdout}${stderr}`
  }

  // spec: releases.4
  test('refuses each of these, by name', () => {
    const refused = [
      ['CREATE INDEX "businesses_new" ON "businesses" ("name");', 'require-concurrent-index-creation'],
      ['ALTER TABLE "businesses" RENAME COLUMN "name" TO "title";', 'renaming-column'],
      ['-- Outside a transaction\nCREATE INDEX CONCURRENTLY "a" ON "businesses" ("name");', 'prefer-robust-stmts'],
      ['ALTER TABLE "businesses" DROP COLUMN "tagline";', 'drops the column businesses.tagline'],
    ] as const
    const said = lint(...refused.map(([text]) => text))
    expect(said).toMatch(/^1 /)
    for (const [index, [, reason]] of refused.entries())
      expect(said).toMatch(new RegExp(`${9996 + index}_new\\.sql\\b.*${reason}`))
  })

  // spec: releases.13
  test('lets pass what only adds, and no snapshot that nothing reads', () => {
    const adds = `ALTER TABLE "businesses" ADD COLUMN "motto" text;
--> statement-breakpoint
CREATE TABLE "mottos" ("id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL, "count" integer NOT NULL);
--> statement-breakpoint
CREATE INDEX "mottos_count" ON "mottos" USING btree ("count");`
    expect(lint(adds)).toMatch(/^0 /)
    const meta = join(folder, 'db/migrations/meta')
    cpSync(join(meta, '9999_snapshot.json'), join(meta, '9998_snapshot.json'))
    expect(lint(adds)).toMatch(/^1 .*9998_snapshot\.json is read by nothing: delete it/s)
    cpSync('scripts/remove-snapshots.ts', join(folder, 'scripts/remove-snapshots.ts'))
    execFileSync(process.execPath, ['scripts/remove-snapshots.ts'], { cwd: folder })
    expect(readdirSync(meta).toSorted()).toEqual(['0041_snapshot.json', '9999_snapshot.json', '_journal.json'])
  })
})
