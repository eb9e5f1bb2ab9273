import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readBackupManifest } from '#app/features/backups/set-service.server.ts'
import { restoreAndVerifyBackup } from '#app/features/backups/whole-restore-service.server.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { backupCommandOptions, openBackupStoreWithPrivateKey, runBackupCommand } from './backup-command.ts'

const usage =
  'Usage: npm run backup:verify -- --from FOLDER|s3://BUCKET/PREFIX [--set NAME] [--identity FILE] [--into DATABASE_URL]'

/** What is asked for; null when that is not clear. */
function readArguments() {
  try {
    const { values } = parseArgs({ options: { ...backupCommandOptions, into: { type: 'string' } } })
    return values.from ? { ...values, from: values.from } : null
  } catch {
    return null
  }
}

await runBackupCommand(readArguments(), usage, async ({ from, set, identity, into }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-verify-'))
  try {
    const origin = await openBackupStoreWithPrivateKey(from, identity)
    const manifest = await readBackupManifest(origin.store, set)
    const place = { databaseUrl: into ?? null, databaseDirectUrl: null, dataDir, s3: null }
    const { different, files } = await restoreAndVerifyBackup(place, origin, manifest, createLog('warn'))
    for (const name of different) console.error(`differs: ${name}`)
    if (different.length > 0) process.exitCode = 1
    else
      console.log(
        `The backup ${manifest.name} is good: ${manifest.tables.length} tables and ${files} files are as they were.`,
      )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
