import { parseArgs } from 'node:util'
import {
  applyRestoreReplayLog,
  ensureRestoredJobsAdded,
  releaseHeldRestoreWithoutReplayLog,
} from '#app/features/backups/restore-service.server.ts'
import { readBackupManifest } from '#app/features/backups/set-service.server.ts'
import {
  getRestoreTargetState,
  makeRestoreTargetNotEmptyError,
  restoreBackup,
} from '#app/features/backups/whole-restore-service.server.ts'
import { type Config, parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPlatform, type Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { backupCommandOptions, openBackupStoreWithPrivateKey, runBackupCommand } from './backup-command.ts'

const usage = `Usage: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--set NAME] [--identity FILE]
       npm run restore -- --log-is-lost`

type CommandOptions = { act: 'lost' } | { act: 'restore'; from: string; set?: string; identity?: string }

/** What is asked for; null when that is not clear. */
function readArguments(): CommandOptions | null {
  try {
    const { values } = parseArgs({ options: { ...backupCommandOptions, 'log-is-lost': { type: 'boolean' } } })
    const { 'log-is-lost': isLost, from, ...rest } = values
    if (isLost) return from || rest.set || rest.identity ? null : { act: 'lost' }
    return from ? { act: 'restore', from, ...rest } : null
  } catch {
    return null
  }
}

async function withHeld<Result>(config: Config, act: (platform: Platform) => Promise<Result>): Promise<Result> {
  const { platform, close } = await openPlatform(config, createLog('warn'), { opensHeld: true })
  try {
    return await act(platform)
  } finally {
    await close()
  }
}

async function run(options: CommandOptions): Promise<void> {
  const config = parseConfig(process.env)
  if (options.act === 'lost') {
    await withHeld(config, releaseHeldRestoreWithoutReplayLog)
    console.log(
      'The hold is ended without the log. Credentials given out since the backup count as revoked. Who left since is back, and so are ' +
        'verifications that ended since: look through them.',
    )
    return
  }
  const origin = await openBackupStoreWithPrivateKey(options.from, options.identity)
  const manifest = await readBackupManifest(origin.store, options.set)
  const state = await getRestoreTargetState(config)
  if (state === 'used') throw makeRestoreTargetNotEmptyError()
  if (state === 'empty') {
    const { files, isWithoutRecent } = await restoreBackup(config, origin, manifest, createLog('warn'))
    console.log(`The backup ${manifest.name} is restored, with ${files} files.`)
    if (isWithoutRecent)
      console.log('It is older than 7 days: it has no documents, exports, enquiries or jobs any more.')
  }
  const applied = await withHeld(config, async (platform) => {
    if (state === 'held') await ensureRestoredJobsAdded(platform, origin)
    return applyRestoreReplayLog(platform, origin)
  })
  if (applied === null) {
    throw new StartError(
      'The log beside this backup is not there, so the site stays held. Find it and run this again, or run it with --log-is-lost alone.',
    )
  }
  console.log(`The log is applied (${applied} entries), and the site may start.`)
}

await runBackupCommand(readArguments(), usage, run)
