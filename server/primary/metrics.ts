import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { ProcessMetrics, ToPrimary } from '../../app/platform/.server/primary-messages.ts'
import { tell, type WebProcesses } from './web-processes.ts'

/** How long the processes have to answer, in milliseconds: each asks the database, for four seconds at most. */
const patienceMs = 5_000

/** Serves the metrics of all web processes as those of one, which they are for Prometheus. @throws what `listen` does */
export async function serveGatheredMetrics(
  processes: WebProcesses,
  { host, port }: { host: string; port: number },
): Promise<{ close: () => void }> {
  const gather = createGathering(processes)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(await gather())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Declares what the primary alone knows. */
export function declareOwnMetrics(registry: Registry) {
  const registers = [registry]
  return {
    count: new Gauge({ name: 'muster_web_processes', help: 'Web processes that serve.', registers }),
    failures: new Counter({
      name: 'muster_web_process_failures_total',
      help: 'Web processes that ended without being told to.',
      registers,
    }),
  }
}

function createGathering(processes: WebProcesses): () => Promise<string> {
  const own = new Registry()
  const { count, failures } = declareOwnMetrics(own)
  const waiting = new Map<number, (metrics: ProcessMetrics) => void>()
  /** What each process said last. */
  const latest = new Map<number, ProcessMetrics>()
  /** What processes counted that have ended. Without it sums would fall, which Prometheus takes for a start from nought. */
  let ended: Promise<ProcessMetrics> = Promise.resolve([])
  let lastId = 0
  cluster.on('message', (_worker, message: ToPrimary) => {
    if (message.act !== 'metrics') return
    waiting.get(message.id)?.(message.metrics)
    waiting.delete(message.id)
  })
  cluster.on('exit', ({ id }) => {
    const counted = (latest.get(id) ?? []).filter(({ type }) => /counter|histogram/.test(String(type)))
    latest.delete(id)
    ended = ended.then((earlier) => AggregatorRegistry.aggregate([earlier, counted]).getMetricsAsJSON())
  })
  return async () => {
    const asked = processes.serving.map(async (worker) => {
      lastId += 1
      const id = lastId
      const answer = new Promise<ProcessMetrics>((resolve) => waiting.set(id, resolve))
      tell(worker, { act: 'read metrics', id })
      const clock = new AbortController()
      const metrics = await Promise.race([answer, sleep(patienceMs, null, { signal: clock.signal })])
      clock.abort()
      waiting.delete(id)
      // It may have ended meanwhile, and what it counted is among the others'.
      if (metrics && !worker.isDead()) latest.set(worker.id, metrics)
    })
    await Promise.all(asked)
    count.set(processes.serving.length)
    failures.reset()
    failures.inc(processes.failures)
    const gathered = AggregatorRegistry.aggregate([await ended, ...latest.values()])
    return `${await own.metrics()}\n${await gathered.metrics()}`
  }
}
