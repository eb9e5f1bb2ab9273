// Lints the migrations: what would stop a running site, and what takes away something that the last release still uses. Of the
// snapshots only the last and that of the last release are read, so no others are kept.
//   node scripts/lint-migrations.ts
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import {
  findConcurrentlyBuiltIndex,
  listMigrations,
  migrationOutsideTransactionPattern,
} from '#app/platform/.server/database/migrations.ts'

/** What the runner sees to, what our own rule says better, and a matter of taste. */
const excluded = [
  'require-lock-timeout',
  'require-statement-timeout',
  'ban-drop-column',
  'ban-drop-table',
  'prefer-bigint-over-int',
]

/** The columns of each table, as TypeScript declares them. */
export type Schema = Record<string, string[]>

const snapshotOf = (migration: string) => `${migration.slice(0, 4)}_snapshot.json`

/** What the code of a release reads and writes: the schema that Drizzle recorded with its last migration. */
export function readSchema(folder: string, migration: string): Schema {
  const file = join(folder, 'meta', snapshotOf(migration))
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as {
    tables: Record<string, { name: string; columns: object }>
  }
  return Object.fromEntries(Object.values(tables).map(({ name, columns }) => [name, Object.keys(columns)]))
}

/** The last migration of the newest release there is a dump of; null before the first. */
export function findReleasedMigration(releases: string): string | null {
  const newest = semver.sort(existsSync(releases) ? readdirSync(releases) : []).at(-1)
  if (!newest) return null
  return readDumpedMigration(join(releases, newest))
}

/** The last migration of the release that a dump is of; null where there is no dump. */
export function readDumpedMigration(dump: string): string | null {
  const sets = join(dump, 'sets')
  const [set] = existsSync(sets) ? readdirSync(sets) : []
  const manifest = join(sets, set ?? '', 'manifest.json')
  if (!existsSync(manifest)) return null
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { migration: string }).migration
}

/** Sentences about what a migration drops that the last release still uses, or how it builds indexes. */
export function findProblems(text: string, released: Schema): string[] {
  const problems: string[] = []
  if (/squawk-ignore-file/.test(text))
    problems.push('has to be linted: ignore a rule on the statement before which it is right')
  const isOutside = migrationOutsideTransactionPattern.test(text)
  for (const part of text.split('--> statement-breakpoint')) {
    const statement = part.replace(/^\s*--.*$/gm, '').trim()
    if (/\bINDEX\s+CONCURRENTLY\b/i.test(statement)) {
      if (!isOutside) problems.push('uses CONCURRENTLY, so it must begin with the line "-- Outside a transaction"')
      if (/\bCREATE\b/i.test(statement) && !findConcurrentlyBuiltIndex(statement))
        problems.push('builds an index without a name')
    }
    for (const [, table = ''] of statement.matchAll(/\bDROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:"?public"?\.)?"?(\w+)/gi)) {
      if (released[table]) problems.push(`drops the table ${table}, which the last release uses`)
    }
    const [, altered = ''] =
      /\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:"?public"?\.)?"?(\w+)/i.exec(statement) ?? []
    const drops = statement.matchAll(
      /\bDROP\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|DEFAULT\b|NOT\b|EXPRESSION\b|IDENTITY\b)(?:IF\s+EXISTS\s+)?"?(\w+)/gi,
    )
    for (const [, column = ''] of altered ? drops : []) {
      if (released[altered]?.includes(column))
        problems.push(`drops the column ${altered}.${column}, which the last release uses`)
    }
  }
  return problems
}

/** The snapshots that neither the next migration nor this lint reads. */
export function findUnreadSnapshots(folder: string, releases: string): string[] {
  const read = [listMigrations(folder).at(-1)?.tag, findReleasedMigration(releases)].map((name) =>
    snapshotOf(name ?? ''),
  )
  return readdirSync(join(folder, 'meta'))
    .filter((file) => file.endsWith('_snapshot.json') && !read.includes(file))
    .map((file) => join(folder, 'meta', file))
}

function lint(folder: string, releases: string): boolean {
  const names = listMigrations(folder).map(({ tag }) => tag)
  const last = findReleasedMigration(releases)
  const released = last ? readSchema(folder, last) : {}
  let isGood = true
  for (const file of findUnreadSnapshots(folder, releases)) {
    isGood = false
    console.error(`${file} is read by nothing: delete it.`)
  }
  for (const name of names) {
    const file = join(folder, `${name}.sql`)
    const text = readFileSync(file, 'utf8')
    for (const problem of findProblems(text, released)) {
      isGood = false
      console.error(`${file} ${problem}.`)
    }
    const transaction = migrationOutsideTransactionPattern.test(text)
      ? '--no-assume-in-transaction'
      : '--assume-in-transaction'
    const args = ['--reporter', 'gcc', '--pg-version', '15', transaction, '--exclude', excluded.join(','), file]
    const { status, error } = spawnSync(join('node_modules', '.bin', 'squawk'), args, {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (error) throw error
    if (status !== 0) isGood = false
  }
  return isGood
}

if (import.meta.main && !lint(join('db', 'migrations'), join('db', 'releases'))) process.exitCode = 1
