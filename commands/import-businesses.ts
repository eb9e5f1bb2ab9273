import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { openMigratedDatabase } from '#app/platform/.server/database/database.ts'
import { checkOrRecordDeploymentKind } from '#app/platform/.server/installation.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { type BusinessImportResult, ImportFileError, importBusinesses } from '../app/features/imports/service.server.ts'

const usage = 'Usage: npm run import:businesses -- FILE.csv [--dry-run]'
const number = (value: number) => value.toLocaleString('en-GB')

/** What is asked for, or null when that is not clear. */
function readArguments(): { file: string; dryRun: boolean } | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
    const [file] = positionals
    return file && positionals.length === 1 ? { file, dryRun: values['dry-run'] ?? false } : null
  } catch {
    return null
  }
}

async function run(file: string, dryRun: boolean): Promise<BusinessImportResult> {
  const config = parseConfig(process.env)
  const database = await openMigratedDatabase(config)
  const bar = new SingleBar({ format: 'Importing {bar} {percentage}%, {eta_formatted} left' })
  try {
    await checkOrRecordDeploymentKind(database.db, config.deployment, { decides: false })
    await syncReferenceData(database)
    bar.start(1, 0)
    return await importBusinesses(database.db, file, {
      dryRun,
      report: (bytes, total) => {
        bar.setTotal(total)
        bar.update(bytes)
      },
    })
  } finally {
    bar.stop()
    await database.close()
  }
}

function print(result: BusinessImportResult, dryRun: boolean): void {
  if (!result.imported) {
    for (const { line, reason } of result.problems) console.error(`Line ${number(line)}: ${reason}`)
    const bad = new Set(result.problems.map(({ line }) => line)).size
    const count =
      result.read > 0
        ? `${formatCountWithNoun(bad, 'bad line')} among ${formatCountWithNoun(result.read, 'row')}. `
        : ''
    console.error(`\n${count}Nothing was changed.`)
    return
  }
  const { read, added, updated, unchanged, listed, ownersWithoutEmail } = result.summary
  console.log(
    `${formatCountWithNoun(read, 'row')} read: ${number(added)} added, ${number(updated)} updated, ${number(unchanged)} unchanged.`,
  )
  console.log(
    `${number(listed)} listed in the directory, ${number(read - listed)} not (no verified owner, owner suspended, or not active).`,
  )
  if (ownersWithoutEmail > 0) {
    console.log(
      `${formatCountWithNoun(ownersWithoutEmail, 'row')} with words of an owner but no owner_email: those words were not kept.`,
    )
  }
  if (dryRun) console.log('This was a dry run: nothing was changed.')
}

/** A failed statement would print itself with all its rows, and people's addresses in them: only its cause is told. */
function explain(error: unknown): string {
  if (error instanceof ImportFileError || error instanceof StartError) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `The import failed and nothing was changed: ${cause instanceof Error ? cause.message : String(cause)}`
}

const options = readArguments()
if (options === null) {
  console.error(usage)
  process.exitCode = 1
} else {
  try {
    const result = await run(options.file, options.dryRun)
    print(result, options.dryRun)
    if (!result.imported) process.exitCode = 1
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
