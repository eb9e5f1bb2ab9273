import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import type { ActionFunctionArgs } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendWelcomeMail } from '#app/features/registration/mails.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { openMetrics } from '#app/platform/.server/observability/metrics.ts'
import { createMember } from '#tests/factories/members.ts'
import { settleJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { startErrorService } from '#tests/vendors/error-service.ts'
import { type MailServer, startMailServer } from '#tests/vendors/mail-server.ts'
import { openErrorReporter } from '../app/platform/.server/observability/error-reporter.ts'
import { createLog } from '../app/platform/.server/observability/log.ts'
import type { PlatformHandle } from '../app/platform/.server/platform.ts'
import { recordMatchedRouteMiddleware } from '../app/routes/session-middleware.server.ts'
import { startWorker } from '../worker/run.ts'
import { createHttpHost } from './app.ts'

// What people type or what identifies them, marked, goes in by every way there is, and must come out by none of those that lead away
// from the database: reports of errors, metrics and the log, with the reports of browsers in it.

vi.mock('virtual:react-router/server-build', async () => {
  const { handleError } = await import('#app/entry.server.tsx')
  const answer = () => new Response('hello')
  return {
    entry: { module: { default: answer, handleError } },
    routes: {
      root: { id: 'root', path: '', module: { middleware: [recordMatchedRouteMiddleware] } },
      fails: { id: 'fails', parentId: 'root', path: 'fails/:slug', module: { action, loader: answer } },
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

/** An action that repeats in its error all that it was sent. */
async function action({ request, context }: ActionFunctionArgs): Promise<never> {
  const { db, log } = context.get(platformContext)
  const body = await request.text()
  const word = new URLSearchParams(body).get('word') ?? ''
  await new Promise((resolve) => sendRequest(`${otherUrl}/marker?q=${word}`, resolve).end())
  const headers = Object.fromEntries(request.headers)
  log.info({ requestId: context.get(requestContext).id, headers, body }, `asked for ${request.url}`)
  const statement = sql`SELECT id FROM users WHERE email <> ${sql.raw("'a marker'")} AND id = ${word}`
  const cause = await db.execute(statement).catch((error) => error)
  const message = `${request.method} ${request.url} by marker@sample.example failed\nCookie: ${request.headers.get('Cookie')}`
  throw new Error(message, { cause })
}

const mark = /marker/i
const other = createServer((_, response) => response.writeHead(204).end())
let otherUrl: string
let service: Awaited<ReturnType<typeof startErrorService>>
let mailServer: MailServer
let metrics: Awaited<ReturnType<typeof openMetrics>>
let open: PlatformHandle
let host: ReturnType<typeof createHttpHost>
let stopHeartbeat: () => void
const lines: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  service = await startErrorService()
  mailServer = await startMailServer()
  metrics = await openMetrics()
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const errors = await openErrorReporter({ dsn: service.dsn, environment: 'production' }, log)
  open = await openTestPlatform({ log, metrics, errors, smtpUrl: mailServer.url })
  host = createHttpHost(
    open.platform,
    { trustedProxies: { check: () => false } as never, publicUrl: null, hasCdn: false },
    await import('virtual:react-router/server-build'),
  )
  stopHeartbeat = await startWorker(open.platform)
})
afterAll(async () => {
  stopHeartbeat()
  await open.close()
  await mailServer.stop()
  await service.stop()
  other.close()
})

const post = (path: string, body: string, headers: Record<string, string>) =>
  host.fetch(
    new Request(`http://muster.example${path}`, {
      method: 'POST',
      headers: { Cookie: 'session=marker; cart=marker', 'User-Agent': 'marker', ...headers },
      body,
    }),
    { incoming: { socket: { remoteAddress: '192.0.2.1' } } } as never,
  )

// spec: traces.5
test('nothing that people typed is in a report of an error, a metric or the log', async () => {
  const { db, jobs, errors } = open.platform
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await post('/fails/a-slug?query=marker', 'word=marker&email=marker%40sample.example', form)).status).toBe(500)
  expect((await post('/marker?query=marker', 'word=marker', form)).status).toBeGreaterThanOrEqual(400)
  const report = {
    'document-uri': 'https://muster.example/fails/marker?query=marker',
    'blocked-uri': 'https://other.example/marker.js?query=marker',
    'violated-directive': 'script-src',
    'script-sample': 'marker',
    referrer: 'https://marker.example/marker',
  }
  const sent = await post('/csp', JSON.stringify({ 'csp-report': report }), {
    'Content-Type': 'application/csp-report',
  })
  expect(sent.status).toBe(204)
  const { userId } = await createMember(db, { email: 'marker@sample.example' })
  // Refuses us, whoever the recipient is, and repeats the address: the job is given up.
  mailServer.refuse(550, '5.7.1 <marker@sample.example> is on our list')
  await db.transaction((transaction) => jobs.enqueue(transaction, sendWelcomeMail, { userId }))
  await settleJobs(db)
  await expect.poll(() => service.requests.length).toBe(2)
  await errors.close()

  expect(service.listEvents().map(({ tags }) => tags)).toEqual([
    { route: '/fails/:slug' },
    { job: 'account.send-welcome' },
  ])
  expect(lines.join('')).toContain('a browser blocked what the content security policy does not allow')

  const outside = {
    reports: service.requests.map(({ body }) => body),
    metrics: [await metrics.registry.metrics()],
    // The path is logged: it is no secret, and says what was asked for.
    log: lines.map((line) => JSON.stringify({ ...JSON.parse(line), path: undefined })),
  }
  for (const [name, texts] of Object.entries(outside)) {
    expect(texts.length, name).toBeGreaterThan(0)
    expect(
      texts.filter((text) => mark.test(text)),
      name,
    ).toEqual([])
  }
})
