import { availableParallelism, totalmem } from 'node:os'
import { sql } from 'drizzle-orm'
import { readConfig } from '../app/platform/.server/config.ts'
import { selectRows } from '../app/platform/.server/database.ts'
import { createLog } from '../app/platform/.server/log.ts'
import { openPlatform } from '../app/platform/.server/platform.ts'
import type { Preparation } from '../app/platform/.server/primary-messages.ts'
import { endStart } from '../app/platform/.server/start-errors.ts'
import { decideProcesses } from '../app/platform/.server/web-processes.ts'
import { completeDatabase } from './start-platform.ts'

/**
 * What is done once for all web processes, before there is any: makes the secrets, migrates and completes the database, and decides how many
 * there will be. The embedded database is left to the one process that will use it.
 */
async function prepare(): Promise<void> {
  const config = readConfig(process.env)
  const { host, port } = config.metrics
  const tell = (count: number, isShared: boolean) => {
    const metrics = port === null ? null : { host, port }
    const preparation: Preparation = { act: 'prepared', count, isShared, isDemo: config.deployment === 'demo', metrics }
    process.send?.(preparation)
  }
  if (!config.databaseUrl) {
    const { count, line } = decideProcesses(config.webProcesses, null)
    console.log(line)
    tell(count, false)
    return
  }
  const open = await openPlatform(config, createLog(config.logLevel), { decides: true })
  try {
    await completeDatabase(open.platform, config)
    const [row] = await selectRows<{ max_connections: string }>(open.platform.db, sql`SHOW max_connections`)
    const { count, line } = decideProcesses(config.webProcesses, {
      cores: availableParallelism(),
      // Without a limit the first is more than there is, or nought.
      memoryMiB: Math.min(process.constrainedMemory() || totalmem(), totalmem()) / 2 ** 20,
      maxConnections: Number(row?.max_connections),
    })
    console.log(line)
    tell(count, true)
  } finally {
    await open.close()
  }
}

prepare().catch(endStart)
