// Says whether this folder can be released, and what is missing. It changes nothing.
//   npm run release:check
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { listMigrations } from '#app/platform/.server/database/migrations.ts'
import { readDumpedMigration } from './lint-migrations.ts'

/** A dump travels with every clone. */
const dumpLimit = 1_000_000

/** What has to be done before the folder can be released, as sentences; empty if nothing. */
export function findReleaseProblems(folder: string): string[] {
  const problems: string[] = []
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const { version } = JSON.parse(read('package.json')) as { version: string }
  if (!semver.valid(version) || semver.prerelease(version)) problems.push(`package.json: ${version} is no version`)

  if (git('status', '--porcelain') !== '') problems.push('git: commit what has changed, or remove it')
  if (git('tag', '--list', `v${version}`) !== '')
    problems.push(`git: the tag v${version} is there already: raise the version in package.json`)

  const lock = JSON.parse(read('package-lock.json')) as { version: string }
  if (lock.version !== version) problems.push(`package-lock.json: it says ${lock.version}: run npm install`)
  if (/"resolved":/.test(read('package-lock.json')))
    problems.push('package-lock.json: remove "resolved", which names a registry that others may not reach')

  const changes = existsSync(join(folder, 'CHANGELOG.md')) ? read('CHANGELOG.md') : ''
  const section = changes.split(/^## /m).find((part) => part.split(/\s/, 1)[0] === version) ?? ''
  if (section.trim().split('\n').length < 2) problems.push(`CHANGELOG.md: write a section "## ${version}"`)

  return [...problems, ...findDumpProblems(folder, version)]
}

function findDumpProblems(folder: string, version: string): string[] {
  const dump = join(folder, 'db', 'releases', version)
  const advice = 'run npm run release:dump'
  if (!existsSync(dump)) return [`db/releases/${version}: it is not there: ${advice}`]
  const files = readdirSync(dump, { recursive: true, encoding: 'utf8' })
  const size = files.reduce((sum, file) => sum + statSync(join(dump, file)).size, 0)
  const last = listMigrations(join(folder, 'db', 'migrations')).at(-1)?.tag
  const migration = readDumpedMigration(dump)
  return [
    ...(size > dumpLimit ? [`db/releases/${version}: it has ${size} bytes of at most ${dumpLimit}`] : []),
    ...(migration === last
      ? []
      : [`db/releases/${version}: it is of the migration ${migration}, not of ${last}: ${advice}`]),
  ]
}

if (import.meta.main) {
  const problems = findReleaseProblems('.')
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', 'migrations'], { stdio: 'inherit' })
  if (status !== 0) problems.push('db/migrations: the check of the migrations failed')
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('This can be released.')
}
