import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import { findNewestBackupTime } from '../app/features/backups/set-service.server.ts'
import { getWorkerState } from '../app/features/monitoring/service.server.ts'
import { ConfigError } from '../app/platform/.server/config.ts'
import type { PlatformHandle } from '../app/platform/.server/platform.ts'
import { runningReleaseAndProcess } from '../app/platform/.server/release.ts'
import { withTimeLimit } from './within-limit.ts'

interface MetricsServerOptions {
  open: Pick<PlatformHandle, 'platform' | 'readPools'>
  registry: Registry
  host: string
  port: number
  /** The setting that names the port, for the message if it cannot be used. */
  setting: 'METRICS_PORT' | 'WORKER_METRICS_PORT'
}

/**
 * Serves `/metrics` on a port of its own, for Prometheus alone: what is counted says more about the site than visitors should know.
 * @throws ConfigError if it cannot listen there
 */
export async function serveMetrics({ open, registry, host, port, setting }: MetricsServerOptions) {
  const read = createMetricGaugeReader(open, registry)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    await read()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ConfigError(`${setting} cannot be used: ${error.message}`)))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** How long the time of the newest backup is kept: looking for it lists what is in its place, in milliseconds. */
const backupKeptMs = 10 * 60_000

/**
 * Declares what is not counted as it happens, but read when Prometheus asks. Returns the function that reads it. What the database does
 * not tell within two seconds is left out, so that the other metrics arrive in an outage, too.
 */
export function createMetricGaugeReader({ platform, readPools }: MetricsServerOptions['open'], registry: Registry) {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  gauge('muster_info', 'Always 1; the release is a label.', ['version']).set(
    { version: runningReleaseAndProcess.version },
    1,
  )
  const connections = gauge('muster_database_connections', 'Connections of a pool: busy or idle.', ['pool', 'state'])
  const connectionsMax = gauge('muster_database_connections_max', 'Connections that a pool opens at most.', ['pool'])
  const waiting = gauge('muster_database_waiting', 'Queries that wait for a connection of the pool.', ['pool'])
  const jobs = gauge('muster_jobs', 'Jobs in a queue: due, later, under_way or failed.', ['queue', 'state'])
  const oldest = gauge('muster_jobs_oldest_seconds', 'For how long the oldest due job of a queue has waited.', [
    'queue',
  ])
  const live = gauge('muster_live_connections', 'Open pages that wait for changes.')
  const others = new Counter({
    name: 'muster_visits_uncounted_total',
    help: 'Visits that belong to no listing in the statistics, as there were too many different ones at once.',
    registers,
  })
  const silence = gauge(
    'muster_worker_heartbeat_age_seconds',
    'For how long no worker has been heard, of all there are.',
  )
  const backupAge = gauge(
    'muster_backup_age_seconds',
    'How long ago the newest backup was begun; none if there is none, or its place does not answer.',
  )
  const databaseUp = gauge('muster_database_up', 'Whether the database answered this scrape.')

  const readDatabase = async () => {
    const { seconds } = await getWorkerState(platform)
    if (seconds !== null) silence.set(seconds)
    for (const { queue, due, later, underWay, failed, oldestSeconds } of await platform.jobs.count()) {
      for (const [state, count] of Object.entries({ due, later, under_way: underWay, failed }))
        jobs.set({ queue, state }, count)
      oldest.set({ queue }, oldestSeconds)
    }
  }
  const readNewestBackup = keepFor(backupKeptMs, async () =>
    platform.backup ? findNewestBackupTime(platform.backup.store) : null,
  )
  return async (): Promise<void> => {
    live.set(platform.live.count())
    others.reset()
    others.inc(platform.visits.others)
    for (const { pool, busy, idle, waiting: queries, max } of readPools()) {
      connections.set({ pool, state: 'busy' }, busy)
      connections.set({ pool, state: 'idle' }, idle)
      connectionsMax.set({ pool }, max)
      waiting.set({ pool }, queries)
    }
    silence.remove()
    jobs.reset()
    oldest.reset()
    const isUp = await withTimeLimit(readDatabase).then(
      () => true,
      () => false,
    )
    databaseUp.set(isUp ? 1 : 0)
    const newest = await withTimeLimit(readNewestBackup).catch(() => null)
    if (newest) backupAge.set((Date.now() - newest.getTime()) / 1_000)
    else backupAge.remove()
  }
}

/** Remembers what a function returned for a time, in milliseconds; what failed is asked again. */
function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { until: number; value: Promise<Value> } | null = null
  return () => {
    if (kept && kept.until > Date.now()) return kept.value
    const value = read()
    kept = { until: Date.now() + ms, value }
    value.catch(() => {
      kept = null
    })
    return value
  }
}
