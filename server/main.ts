import { createServer } from 'node:http'
import { constants } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import compression from 'compression'
import { ConfigError, readConfig } from '../app/platform/.server/config.ts'
import { createLog } from '../app/platform/.server/log.ts'
import { endOnUncaughtError, endStart } from '../app/platform/.server/start-errors.ts'
import { createHost } from './app.ts'
import { serveAssets } from './assets.ts'
import { createReadiness } from './readiness.ts'
import { announceServer, startPlatform } from './start-platform.ts'

/** Milliseconds a request in flight is waited for after SIGTERM. */
const graceMs = 10_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  endOnUncaughtError(log)
  const { platform, close } = await startPlatform(config, log)
  const readiness = createReadiness(platform)
  readiness.watch()
  const host = createHost(platform, config, readiness)

  // Streamed pages must leave as they come: without these flushes the compressor holds them back until the end.
  const compress = compression({
    flush: constants.Z_SYNC_FLUSH,
    // News is a few bytes at a time, and must never wait for more.
    filter: (request, response) =>
      !String(response.getHeader('Content-Type')).startsWith('text/event-stream') &&
      compression.filter(request, response),
    brotli: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  } as compression.CompressionOptions)
  const assets = serveAssets('build/client')
  const answer = getRequestListener(host.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => {
    compress(request as never, response as never, () => assets(request, response, () => void answer(request, response)))
  })

  let stopping = false
  // Proxies need a moment to see that they should send visitors elsewhere; until then this process serves them.
  const drain = () => {
    platform.log.info('stopping: not ready any more')
    readiness.drain()
    setTimeout(stop, config.drainSeconds * 1_000)
  }
  const stop = () => {
    if (stopping) return
    stopping = true
    readiness.close()
    platform.log.info('stopping: finishing what is in flight')
    const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(giveUp)
      close()
        .then(() => platform.log.info('stopped'))
        .catch((error) => {
          platform.log.error({ error }, 'the database did not close cleanly')
          process.exitCode = 1
        })
    })
    server.closeIdleConnections()
    platform.live.close()
  }
  process.once('SIGTERM', config.drainSeconds > 0 ? drain : stop)
  process.once('SIGINT', stop)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error)))
    server.listen(config.port, config.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  await announceServer(platform, config, port)
}

/** An error that names the setting, where the address to listen on brought it about. */
function explainListening(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'ENOTFOUND') return error
  return new ConfigError(`HOST must be an address of this machine: ${error.message}`)
}

start().catch(endStart)
