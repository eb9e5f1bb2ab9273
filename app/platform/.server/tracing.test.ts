import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAttributes, startTraceCollector } from '#tests/vendors/trace-collector.ts'
import { currentTrace } from './current-trace.ts'
import { createLog } from './log.ts'
import { release } from './release.ts'
import { openTracing, type Tracing } from './tracing.ts'

let collector: Awaited<ReturnType<typeof startTraceCollector>>
let tracing: Tracing
let lines: string[]

const open = (settings: { ratio?: number } = {}) =>
  openTracing(
    { url: collector.url, headers: { 'x-api-key': 'a key' }, serviceName: 'muster', ratio: 1, ...settings },
    createLog('info', { write: (line) => lines.push(line) }),
  )

beforeEach(async () => {
  lines = []
  collector = await startTraceCollector()
  tracing = await open()
})
afterEach(async () => {
  await tracing.close()
  await collector.stop()
})

const request = <Result>(work: () => Promise<Result>) => tracing.trace({ kind: 'request', name: 'GET' }, work)
const query = () => tracing.trace({ kind: 'query', name: 'select businesses' }, async () => currentTrace())
const messages = () => lines.map((line) => JSON.parse(line).msg)

// spec: traces.1
test('a request and what it does are one trace, sent to the collector with its key', async () => {
  const [own, inside] = await tracing.trace({ kind: 'request', name: 'GET' }, async (span) => {
    const found = [currentTrace(), await query()]
    span.rename('GET /business/:slug')
    span.set({ 'http.response.status_code': 200 })
    return found
  })
  await tracing.close()
  expect(collector.requests).toMatchObject([{ method: 'POST', url: '/v1/traces', headers: { 'x-api-key': 'a key' } }])
  expect(collector.readResource()).toMatchObject({ 'service.name': 'muster', 'service.version': release.version })
  const [inner, outer] = collector.listSpans()
  expect(inner).toMatchObject({ name: 'select businesses', traceId: own?.traceId, parentSpanId: own?.spanId })
  expect(inner?.spanId).toBe(inside?.spanId)
  expect(outer).toMatchObject({ name: 'GET /business/:slug', traceId: own?.traceId, spanId: own?.spanId })
  expect(readAttributes(outer?.attributes ?? [])).toEqual({ 'http.response.status_code': 200 })
})

// spec: traces.1
test('what goes on by itself, or after the request was answered, is not traced', async () => {
  expect(await query()).toBeNull()
  let later: Promise<unknown> = Promise.resolve()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await request(async () => {
    later = answered.then(query)
  })
  answer()
  expect(await later).toBeNull()
  await tracing.close()
  expect(collector.listSpans().map(({ name }) => name)).toEqual(['GET'])
})

test('an error marks its span and is thrown on', async () => {
  const work = request(async () => {
    throw new RangeError('too far for sam@sample.example')
  })
  await expect(work).rejects.toThrow('too far')
  await tracing.close()
  const [span] = collector.listSpans()
  expect(span?.status).toEqual({ code: 2, message: 'too far for ...@...' })
  expect(readAttributes(span?.events[0]?.attributes ?? [])).toMatchObject({
    'exception.type': 'RangeError',
    'exception.message': 'too far for ...@...',
    'exception.stacktrace': expect.stringContaining('tracing.test.ts'),
  })
})

// spec: traces.2
test('a job continues the trace of what queued it; anything else that is stored begins a new one', async () => {
  expect(tracing.parentOfJob()).toBeNull()
  const [parent, queuedBy] = await request(async () => [tracing.parentOfJob(), currentTrace()] as const)
  const job = (parent: string | undefined) =>
    tracing.trace({ kind: 'job', name: 'job mail', parent }, async () => currentTrace()?.traceId)
  expect(await job(parent ?? '')).toBe(queuedBy?.traceId)
  for (const other of [undefined, '', '00-marker', `00-${'0'.repeat(31)}-${'0'.repeat(16)}-01`]) {
    expect(await job(other)).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
  }
})

// spec: traces.1
test('a request to another server is a span with its host, and without its path', async () => {
  const server = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/path?key=value`
  await request(async () => {
    await fetch(url, { method: 'POST' })
    await new Promise((resolve) => get(url, (answer) => answer.resume().once('end', resolve)))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await fetch(url).catch(() => undefined)
  })
  await tracing.close()
  const calls = collector.listSpans().filter(({ kind }) => kind === 3)
  expect(calls.map(({ name, attributes }) => ({ name, ...readAttributes(attributes) }))).toEqual([
    { name: 'POST', 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
    { name: 'GET', 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
    { name: 'GET', 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'error.type': expect.any(String) },
  ])
  expect(JSON.stringify(collector.requests)).not.toContain('a/path')
})

// spec: traces.3
test('a collector that refuses holds up nothing, is said once, and of what waited only so much is kept', async () => {
  collector.answer({ status: 400 })
  const many = async () => {
    for (let number = 0; number < 10_000; number += 1) await request(async () => {})
  }
  await many()
  await expect.poll(messages, { timeout: 10_000 }).toEqual(['traces cannot be delivered and are dropped'])
  collector.answer({ status: 200 })
  await many()
  const count = () => collector.listSpans().length
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThanOrEqual(2_048)
  await tracing.close()
  // What waited when each of the two rounds was over, and the batches that were under way.
  expect(count()).toBeLessThan(6_000)
  expect(messages()).toEqual(['traces cannot be delivered and are dropped', 'traces are delivered again'])
})

// spec: traces.3
test.each(['silence', { status: 503 }] as const)(
  'the end waits for a collector that gives %j for three seconds',
  async (answer) => {
    collector.answer(answer)
    await request(async () => {})
    const began = performance.now()
    await tracing.close()
    expect(performance.now() - began).toBeLessThan(8_000)
  },
)

// spec: traces.4
test('a line of the log names its trace, and no line does outside of one', async () => {
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.info('before')
  const trace = await request(async () => {
    log.info('inside')
    return currentTrace()
  })
  expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([undefined, trace?.traceId])
})

test('of a share only so many requests are traced, whole', async () => {
  await tracing.close()
  tracing = await open({ ratio: 0 })
  expect(await request(async () => [await query(), tracing.parentOfJob()])).toEqual([null, null])
  await tracing.close()
  expect(collector.requests).toEqual([])
})
