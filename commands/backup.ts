import { makeBackup } from '#app/features/backups/set-service.server.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPlatform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { runBackupCommand } from './backup-command.ts'

/** Makes a backup now. */
async function run(): Promise<string> {
  const config = parseConfig(process.env)
  if (!config.backup) throw new StartError('BACKUP_TO must say where backups go: a folder, or s3://BUCKET/PREFIX.')
  const { platform, close } = await openPlatform(config, createLog('warn'))
  try {
    const made = platform.backup && (await makeBackup(platform, platform.backup))
    if (!made) throw new StartError('Another process is making a backup. Try again when it is done.')
    return made.name
  } finally {
    await close()
  }
}

await runBackupCommand(process.argv.length > 2 ? null : {}, 'Usage: npm run backup', async () => {
  console.log(`The backup ${await run()} was made.`)
})
