import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isFullRun } from '#tests/e2e/support/full-run.ts'
import { createBackupTarget } from '#tests/factories/backup-target.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { nameBackup } from '../app/features/backups/rules.ts'
import { startWorkerHeartbeat } from '../app/features/monitoring/service.server.ts'
import { createLog } from '../app/platform/.server/observability/log.ts'
import { openMetrics } from '../app/platform/.server/observability/metrics.ts'
import type { PlatformHandle } from '../app/platform/.server/platform.ts'
import { recordMatchedRouteMiddleware } from '../app/routes/session-middleware.server.ts'
import { createHttpHost } from './app.ts'
import { createMetricGaugeReader, serveMetrics } from './metrics.ts'

vi.mock('virtual:react-router/server-build', () => {
  const answer = () => new Response('hello')
  const route = (path: string) => [path, { id: path, parentId: 'root', path, module: { loader: answer } }] as const
  return {
    entry: { module: { default: answer, handleError: () => undefined } },
    routes: {
      root: { id: 'root', path: '', module: { middleware: [recordMatchedRouteMiddleware] } },
      ...Object.fromEntries([route('business/:slug'), route('api/*'), route('*')]),
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    basename: '/',
    publicPath: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    allowedActionOrigins: undefined,
    unstable_getCriticalCss: undefined,
    default: undefined,
  }
})

let open: PlatformHandle
let metrics: Awaited<ReturnType<typeof openMetrics>>
let served: Awaited<ReturnType<typeof serveMetrics>>
let host: ReturnType<typeof createHttpHost>

beforeAll(async () => {
  metrics = await openMetrics()
  open = await openTestPlatform({ metrics, log: createLog('silent') })
  host = createHttpHost(
    open.platform,
    { trustedProxies: { check: () => false } as never, publicUrl: null, hasCdn: false },
    await import('virtual:react-router/server-build'),
  )
  served = await serveMetrics({
    open,
    registry: metrics.registry,
    host: '127.0.0.1',
    port: 0,
    setting: 'METRICS_PORT',
  })
})
afterAll(async () => {
  served.close()
  await open.close()
})

// Each on a connection of its own: while 100,000 requests are made, the server closes one that waits.
const ask = (path: string) => fetch(`http://127.0.0.1:${served.port}${path}`, { headers: { Connection: 'close' } })

/** The value of each line with this name, by its labels. */
async function scrape(name: string): Promise<Record<string, number>> {
  const lines = (await (await ask('/metrics')).text()).split('\n')
  const found = lines.flatMap((line) => {
    const [, own, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return own === name ? [[labels, Number(value)] as const] : []
  })
  return Object.fromEntries(found)
}

/** A request that came in by a socket, without one. */
const request = (path: string) =>
  host.fetch(new Request(`http://muster.example${path}`), {
    incoming: { socket: { remoteAddress: '192.0.2.1' } },
  } as never)

describe('metrics', () => {
  // spec: watch.1
  test('are served at one address of a port of their own', async () => {
    const answer = await ask('/metrics')
    expect(answer.headers.get('Content-Type')).toContain('text/plain')
    expect(await answer.text()).toContain('nodejs_eventloop_lag_p99_seconds')
    for (const path of ['/', '/metrics/x', '/healthz']) expect((await ask(path)).status, path).toBe(404)
  })

  // spec: watch.2
  test('name a request by the pattern of its route, and all unknown paths by one word', async () => {
    const unknownPaths = isFullRun ? 100_000 : 2_000
    for (const slug of ['a', 'b', 'c']) await request(`/business/${slug}?word=private`)
    await request('/api/nothing')
    await request('/healthz')
    for (let number = 0; number < unknownPaths; number += 1) await request(`/wp-${number}.php`)
    expect(await scrape('muster_http_requests_total')).toEqual({
      'route="/business/:slug",status="200"': 3,
      'route="/api/*",status="200"': 1,
      'route="/healthz",status="200"': 1,
      'route="none",status="200"': unknownPaths,
    })
    expect(await scrape('muster_http_request_duration_seconds_count')).toMatchObject({ 'route="none"': unknownPaths })
  }, 120_000)

  test('tell of the queue, the pools, open pages and visits', async () => {
    const { platform } = open
    platform.visits.others = 7
    const stop = await platform.live.watch({ userId: 'a', topics: ['queue'], onNews: () => {}, onEnd: () => {} })
    await platform.jobs.enqueue(
      platform.db,
      { name: 'test', queue: 'orders', schema: { parse: (data: object) => data } as never },
      {},
    )
    expect(await scrape('muster_jobs')).toMatchObject({ 'queue="orders",state="due"': 1 })
    expect(Object.keys(await scrape('muster_jobs_oldest_seconds'))).toHaveLength(4)
    expect(await scrape('muster_live_connections')).toEqual({ '': 1 })
    expect(await scrape('muster_visits_uncounted_total')).toEqual({ '': 7 })
    expect(await scrape('muster_database_up')).toEqual({ '': 1 })
    const pools = await scrape('muster_database_connections_max')
    expect(Object.keys(pools)).toHaveLength(2)
    stop?.()
  })

  test('tell how old the newest backup is', async () => {
    expect(await scrape('muster_backup_age_seconds')).toEqual({})
    const backups = await createBackupTarget()
    const name = nameBackup(new Date(Date.now() - 3_600_000))
    await backups.target.store.write(`sets/${name}/manifest.json`, Readable.from([Buffer.from('{}')]))
    const registry = new Registry()
    const platform = { ...open.platform, backup: backups.target }
    await createMetricGaugeReader({ platform, readPools: open.readPools }, registry)()
    const [{ value } = { value: 0 }] =
      (await registry.getSingleMetric('muster_backup_age_seconds')?.get())?.values ?? []
    expect(Math.abs(value - 3_600)).toBeLessThan(60)
    await backups.remove()
  })

  test('arrive while the database does not answer, without what it would tell', async () => {
    const { jobs } = open.platform
    const count = vi.spyOn(jobs, 'count').mockReturnValue(new Promise(() => {}))
    const text = await (await ask('/metrics')).text()
    expect(text).toContain('muster_database_up 0\n')
    expect(text).not.toMatch(/^muster_jobs\{/m)
    expect(text).toMatch(/^muster_info\{/m)
    count.mockRestore()
  })

  // spec: watch.7
  test('say how long no worker has been heard, as the health address of workers does', async () => {
    const { platform } = open
    const health = async () => {
      const answer = await request('/workerz')
      return `${answer.status} ${await answer.text()}`
    }
    expect(await scrape('muster_worker_heartbeat_age_seconds')).toEqual({})
    expect(await health()).toBe('503 no worker was ever heard')
    const stop = await startWorkerHeartbeat(platform)
    stop()
    expect(await health()).toBe('200 working')
    await platform.db.execute(sql`UPDATE worker_heartbeat SET beat_at = beat_at - interval '1 hour'`)
    expect(await health()).toMatch(/^503 no worker was heard for 36\d\d seconds$/)
    const { '': age } = await scrape('muster_worker_heartbeat_age_seconds')
    expect(age).toBeGreaterThan(3_599)
    expect(await (await request('/readyz')).text()).toBe('ready')
  })

  test('name the setting whose port is taken', async () => {
    const again = serveMetrics({
      open,
      registry: (await openMetrics()).registry,
      host: '127.0.0.1',
      port: served.port,
      setting: 'WORKER_METRICS_PORT',
    })
    await expect(again).rejects.toThrow(/^WORKER_METRICS_PORT cannot be used: .*EADDRINUSE/)
  })
})
