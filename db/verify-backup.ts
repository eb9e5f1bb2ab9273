import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readManifest } from '#app/features/backups/set-service.server.ts'
import { verifyBackup } from '#app/features/backups/whole-restore-service.server.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { backupOptions, explainFailure, openOrigin } from './backup-origin.ts'

const usage =
  'Usage: npm run backup:verify -- --from FOLDER|s3://BUCKET/PREFIX [--set NAME] [--identity FILE] [--into DATABASE_URL]'

/** What is asked for; null when that is not clear. */
function readArguments() {
  try {
    const { values } = parseArgs({ options: { ...backupOptions, into: { type: 'string' } } })
    return values.from ? { ...values, from: values.from } : null
  } catch {
    return null
  }
}

const options = readArguments()
if (options === null) {
  console.error(usage)
  process.exitCode = 1
} else {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-verify-'))
  try {
    const origin = await openOrigin(options.from, options.identity)
    const manifest = await readManifest(origin.store, options.set)
    const place = { databaseUrl: options.into ?? null, dataDir, s3: null }
    const { different, files } = await verifyBackup(place, origin, manifest, createLog('warn'))
    for (const name of different) console.error(`differs: ${name}`)
    if (different.length > 0) process.exitCode = 1
    else
      console.log(
        `The backup ${manifest.name} is good: ${manifest.tables.length} tables and ${files} files are as they were.`,
      )
  } catch (error) {
    console.error(error instanceof StartError ? error.message : explainFailure(error))
    process.exitCode = 1
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
