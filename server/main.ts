import { createServer } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { getRequestListener } from '@hono/node-server'
import { startWritingCountedVisits } from '../app/features/visits/service.server.ts'
import { ConfigError, parseConfig } from '../app/platform/.server/config.ts'
import { createLog } from '../app/platform/.server/observability/log.ts'
import { openObservability } from '../app/platform/.server/observability/watching.ts'
import {
  exitOnUncaughtError,
  forceExitAfterTimeout,
  printStartErrorAndExit,
} from '../app/platform/.server/start-errors.ts'
import { createHttpHost } from './app.ts'
import { serveClientBuild } from './assets.ts'
import { servePageCache } from './page-cache.ts'
import { createReadinessCheck } from './readiness.ts'
import { printServerUrlAndDemoAccounts, startServerPlatform } from './start-platform.ts'
import { drainUnreadBody } from './unread-bodies.ts'
import { isUnroutablePath } from './unroutable-paths.ts'

/** How long requests in flight may take to finish after SIGTERM, in milliseconds. */
const graceMs = 10_000

async function start(): Promise<void> {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  const { watching, registry, closeWatching } = await openObservability(config, log, {
    hasMetrics: config.metrics.port !== null,
  })
  exitOnUncaughtError(log, watching.errors)
  const { metrics } = watching
  const open = await startServerPlatform(config, log, watching)
  const { platform, close } = open
  const stopWritingVisits = startWritingCountedVisits(platform)
  const readiness = createReadinessCheck(platform)
  readiness.watch()
  const host = createHttpHost(platform, config, build, readiness)

  const assets = serveClientBuild('build/client', process.env.RELEASES ?? null)
  const sendKept = servePageCache({ platform, config, routes: build.routes, render: host.renderForAll })
  const answer = getRequestListener(host.fetch, { overrideGlobalObjects: false })
  let draining = false
  const server = createServer((request, response) => {
    // Who comes again on the same connection would be cut off.
    if (draining) response.shouldKeepAlive = false
    const answerByHost = () => {
      drainUnreadBody(request, response)
      void answer(request, response)
    }
    // Nobody looks for it among pages and files.
    if (isUnroutablePath(request.url ?? '')) return answerByHost()
    sendKept(request, response, () => {
      const startedAt = performance.now()
      const countAsset = () => {
        metrics.countRequest({ route: '/assets', status: response.statusCode, ms: performance.now() - startedAt })
      }
      response.once('finish', countAsset)
      assets(request, response, () => {
        // The host counts what it answers.
        response.off('finish', countAsset)
        answerByHost()
      })
    })
  })

  let stopMetrics = () => {}
  let stopping = false
  // Load balancers need a moment to notice that this process is no longer ready, so it keeps serving until then.
  const drain = () => {
    if (draining) return
    platform.log.info('stopping: not ready any more')
    readiness.drain()
    draining = true
    setTimeout(stop, config.drainSeconds * 1_000)
  }
  const stop = () => {
    if (stopping) return
    stopping = true
    readiness.close()
    platform.log.info('stopping: finishing what is in flight')
    forceExitAfterTimeout(log)
    const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(giveUp)
      stopMetrics()
      stopWritingVisits()
        .then(close)
        .then(closeWatching)
        .then(() => platform.log.info('stopped'))
        .catch((error) => {
          platform.log.error({ error }, 'the database did not close cleanly')
          process.exitCode = 1
        })
    })
    server.closeIdleConnections()
    platform.live.close()
  }
  // More than once: a terminal signals this process and its parent, which hands it on.
  process.on('SIGTERM', config.drainSeconds > 0 ? drain : stop)
  process.on('SIGINT', stop)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error)))
    server.listen(config.port, config.host, resolve)
  })
  if (registry && config.metrics.port !== null) {
    const { serveMetrics } = await import('./metrics.ts')
    const { host, port } = config.metrics
    const served = await serveMetrics({ open, registry, host, port, setting: 'METRICS_PORT' })
    stopMetrics = served.close
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  await printServerUrlAndDemoAccounts(platform, config, port)
  // Collects the garbage of the start, which would stay until there is work, once the first visitors have their pages. Undefined without
  // --expose-gc.
  setTimeout(() => globalThis.gc?.({ type: 'major' }), 5_000).unref()
}

/** Names the setting if the error is caused by the address to listen on. */
function explainListening(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'ENOTFOUND') return error
  return new ConfigError(`HOST must be an address of this machine: ${error.message}`)
}

start().catch(printStartErrorAndExit)
