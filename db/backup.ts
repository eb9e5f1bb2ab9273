import { randomUUID } from 'node:crypto'
import { askRunningServer } from '#app/features/backups/request-service.server.ts'
import { makeBackup } from '#app/features/backups/set-service.server.ts'
import { readConfig } from '#app/platform/.server/config.ts'
import { FolderInUseError } from '#app/platform/.server/folder-lock.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openPlatform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { carryOut } from './backup-command.ts'

/** Makes a backup now, or has the server make it that uses the embedded database. */
async function run(): Promise<string> {
  const config = readConfig(process.env)
  if (!config.backup) throw new StartError('BACKUP_TO must say where backups go: a folder, or s3://BUCKET/PREFIX.')
  try {
    const { platform, close } = await openPlatform(config, createLog('warn'))
    try {
      const made = platform.backup && (await makeBackup(platform, platform.backup))
      if (!made) throw new StartError('Another process is making a backup. Try again when it is done.')
      return made.name
    } finally {
      await close()
    }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return askRunningServer(config.dataDir, randomUUID())
  }
}

await carryOut(process.argv.length > 2 ? null : {}, 'Usage: npm run backup', async () => {
  console.log(`The backup ${await run()} was made.`)
})
