// Compares the tables in the code with the migrations: a column without one would be missed by the first request that reads it.
//   node scripts/check-tables.ts [PATTERN OF FILES...]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { listMigrations } from '#app/platform/.server/database/migrations.ts'
import drizzle from '../drizzle.config.ts'

/**
 * Whether a migration of these tables would be generated, in a copy of those there are. What would be in it, or what is asked first, is printed.
 * @param tables patterns of the files that declare tables
 */
function hasUnwritten(tables: string[]): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'muster-migrations-'))
  try {
    cpSync(join('db', 'migrations'), copy, { recursive: true })
    const config = join(copy, 'drizzle.config.json')
    writeFileSync(config, JSON.stringify({ dialect: 'postgresql', schema: tables, out: relative('.', copy) }))
    const before = listMigrations(copy).length
    const program = join('node_modules', '.bin', 'drizzle-kit')
    const { status, stdout, stderr } = spawnSync(program, ['generate', '--config', config], { encoding: 'utf8' })
    // It asks whether a column was renamed, which nobody answers here.
    const isSame = status === 0 && listMigrations(copy).length === before
    if (!isSame) console.error(`${stdout}${stderr}`.trim())
    return !isSame
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const given = process.argv.slice(2)
const { schema = [] } = drizzle
if (hasUnwritten(given.length > 0 ? given : [schema].flat())) {
  console.error('The tables in the code are not those of the migrations: npm run migrate:generate -- --name NAME.')
  process.exitCode = 1
}
