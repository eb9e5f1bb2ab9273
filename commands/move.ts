import { parseArgs } from 'node:util'
import { copyEmbeddedDatabaseToPostgres } from '#app/features/backups/move-service.server.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { runBackupCommand } from './backup-command.ts'

const usage = 'Usage: npm run move -- --from FOLDER --to DATABASE_URL'

/** What is asked for; null when that is not clear. */
function readArguments(): { from: string; to: string } | null {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
    const { from, to } = values
    return from && to ? { from, to } : null
  } catch {
    return null
  }
}

async function run({ from, to }: { from: string; to: string }): Promise<void> {
  const config = parseConfig({ ...process.env, DATABASE_URL: to })
  const { tables, rows, files } = await copyEmbeddedDatabaseToPostgres(from, config, createLog('warn'))
  console.log(`${tables} tables with ${rows.toLocaleString('en-GB')} rows and ${files} files are as they were.`)
  console.log(
    'Set DATABASE_URL, keep SECRET and EVIDENCE_KEYS (or the files secret and evidence-key of the folder), and start.',
  )
}

await runBackupCommand(readArguments(), usage, run)
