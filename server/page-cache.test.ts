import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noErrorReporter } from '#app/platform/.server/observability/error-reporter.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { noMetrics } from '#app/platform/.server/observability/metrics.ts'
import { InMemoryCache } from '#app/platform/.server/page-cache/cache.ts'
import { PageCache } from '#app/platform/.server/page-cache/page-cache.ts'
import { holdClock } from '#tests/held-clock.ts'
import { ListingVisitCounter } from '../app/platform/.server/observability/visits.ts'
import { type RenderPageForCache, servePageCache } from './page-cache.ts'

/** How far the clock of the machine is ahead of the database's, in milliseconds. */
const aheadMs = 300_000

/** Serves a page that is the same for everybody, behind a content delivery network. */
async function openServer(render: RenderPageForCache) {
  const database = { execute: async () => ({ rows: [] }) }
  const pages = new PageCache(database as never, 2 ** 20)
  pages.hear(['nothing'])
  const serve = servePageCache({
    platform: {
      clock: { now: () => new Date(Date.now() - aheadMs), close: () => undefined },
      directoryCache: new InMemoryCache({ max: 1, ttl: 1 }),
      pageCache: pages,
      visits: new ListingVisitCounter(),
      log: createLog('silent'),
      metrics: noMetrics,
      errors: noErrorReporter,
    },
    config: { trustedProxies: new BlockList(), hasCdn: true },
    routes: { page: { path: 'page', module: { handle: { cacheable: { claimsVerification: true } } } } } as never,
    render,
  })
  const server = createServer((request, response) => serve(request, response, () => response.end('afresh')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return async (cookie?: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page`, {
      headers: cookie ? { cookie } : {},
    })
    return { text: await answer.text(), headers: answer.headers }
  }
}

const html = () => new Response('a page', { headers: { 'content-type': 'text/html' } })

// spec: checked.7
test('a page ends at the next date that it shows, here and in a content delivery network', async () => {
  const moveOn = holdClock()
  onTestFinished(() => void vi.useRealTimers())
  let endsAt = 0
  const ask = await openServer(async (_, { shows }) => {
    endsAt = Date.now() + 700
    shows.add(`until:${endsAt - aheadMs + 3_600_000}`).add(`until:${endsAt - aheadMs}`)
    return html()
  })
  expect((await ask()).text).toBe('afresh')
  const made = await ask()
  expect(made.text).toBe('a page')
  expect(made.headers.get('cdn-cache-control')).toBe('max-age=0')
  expect(made.headers.has('age')).toBe(true)
  expect((await ask()).headers.get('cache-status')).toBe('muster; hit')
  const ended = endsAt
  moveOn(720)
  await ask()
  expect(endsAt).toBeGreaterThan(ended)
})
