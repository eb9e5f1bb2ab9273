import { queueDueListingsRefresh } from '../app/features/directory/listings-service.server.ts'
import { checkConfiguredKeys } from '../app/features/monitoring/key-check-service.server.ts'
import { syncReferenceData } from '../app/features/places/reference-data-service.server.ts'
import { parseConfig } from '../app/platform/.server/config.ts'
import { createLog } from '../app/platform/.server/observability/log.ts'
import { openObservability } from '../app/platform/.server/observability/watching.ts'
import { openPlatform } from '../app/platform/.server/platform.ts'
import {
  exitOnUncaughtError,
  forceExitAfterTimeout,
  printStartErrorAndExit,
} from '../app/platform/.server/start-errors.ts'
import { startWorker } from './run.ts'

/** A process that carries out jobs and serves nobody. */
async function start(): Promise<void> {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  const { host, workerPort: port } = config.metrics
  const { watching, registry, closeWatching } = await openObservability(config, log, { hasMetrics: port !== null })
  exitOnUncaughtError(log, watching.errors)
  const open = await openPlatform(config, log, { watching })
  const { platform, close } = open
  await checkConfiguredKeys(platform, config)
    .then(() => syncReferenceData(platform))
    .then(() => queueDueListingsRefresh(platform))
    .catch(async (error) => {
      await close()
      throw error
    })
  const stopHeartbeat = await startWorker(platform)
  let stopMetrics = () => {}
  if (registry && port !== null) {
    const { serveMetrics } = await import('../server/metrics.ts')
    const served = await serveMetrics({ open, registry, host, port, setting: 'WORKER_METRICS_PORT' })
    stopMetrics = served.close
  }

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    platform.log.info('stopping: finishing what is under way')
    forceExitAfterTimeout(log)
    stopMetrics()
    stopHeartbeat()
    close()
      .then(closeWatching)
      .then(() => platform.log.info('stopped'))
      .catch((error) => {
        platform.log.error({ error }, 'the database did not close cleanly')
        process.exitCode = 1
      })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log('\nMuster carries out its jobs here\n')
}

start().catch(printStartErrorAndExit)
