import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startErrorService } from '#tests/vendors/error-service.ts'
import { runningReleaseAndProcess } from '../release.ts'
import { type ErrorReporter, openErrorReporter } from './error-reporter.ts'
import { createLog } from './log.ts'

let service: Awaited<ReturnType<typeof startErrorService>>
let errors: ErrorReporter
let lines: string[]

beforeEach(async () => {
  lines = []
  service = await startErrorService()
  const log = createLog('info', { write: (line) => lines.push(line) })
  errors = await openErrorReporter({ dsn: service.dsn, environment: 'production' }, log)
})
afterEach(() => service.stop())

// spec: traces.6
test('a report says what, where, and by which release, and what caused it', async () => {
  const cause = new RangeError('too far')
  errors.report(new TypeError('no page', { cause }), { route: '/business/:slug', requestId: 'a' })
  await errors.close()
  expect(service.requests).toMatchObject([{ method: 'POST', url: expect.stringMatching(/^\/api\/7\/envelope\/\?/) }])
  const [event] = service.listEvents()
  expect(event).toEqual({
    event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    timestamp: expect.any(Number),
    platform: 'node',
    level: 'error',
    environment: 'production',
    release: runningReleaseAndProcess.version,
    server_name: runningReleaseAndProcess.host,
    tags: { route: '/business/:slug' },
    extra: { requestId: 'a', pid: process.pid },
    exception: {
      values: [
        { type: 'RangeError', value: 'too far', stacktrace: expect.anything() },
        { type: 'TypeError', value: 'no page', stacktrace: expect.anything() },
      ],
    },
  })
  // The innermost frame is the last one.
  expect(event?.exception.values[1]?.stacktrace?.frames.at(-1)?.filename).toContain('error-reporter.test.ts')
})

// spec: traces.7
test('twenty a minute are sent, and the next one says how many were left out', async () => {
  for (let number = 0; number < 500; number += 1) errors.report(new Error('the same'), {})
  await errors.close()
  expect(service.requests).toHaveLength(20)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  errors.report(new Error('a minute later'), {})
  vi.useRealTimers()
  await errors.close()
  expect(service.listEvents().at(-1)).toMatchObject({ extra: { omitted: 480 } })
  expect(lines).toEqual([])
})

// spec: traces.7
test('a service that asks for quiet is left alone', async () => {
  service.answer({ status: 429, headers: { 'Retry-After': '60' } })
  errors.report(new Error('one'), {})
  await errors.close()
  service.answer({ status: 200 })
  errors.report(new Error('two'), {})
  await errors.close()
  expect(service.requests).toEqual([])
})

// spec: traces.7
test('a service that does not take it costs a line of the log, and nothing else', async () => {
  service.answer({ status: 500 })
  errors.report(new Error('one'), {})
  await expect.poll(() => lines.map((line) => JSON.parse(line).msg)).toEqual(['an error could not be reported'])
  service.answer('silence')
  errors.report(new Error('two'), {})
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isClosed = false
  void errors.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isClosed).toBe(true)
})

describe('the error that ends a process', () => {
  /** Runs a process that ends by an error, and tells how. */
  async function crash(lastTimeoutMs: number) {
    const program = `
      import { openErrorReporter } from './app/platform/.server/observability/error-reporter.ts'
      import { createLog } from './app/platform/.server/observability/log.ts'
      import { exitOnUncaughtError } from './app/platform/.server/start-errors.ts'
      const log = createLog('info')
      exitOnUncaughtError(log, await openErrorReporter({ dsn: process.argv[1], environment: 'production' }, log, { lastTimeoutMs: ${lastTimeoutMs} }))
      setTimeout(() => { throw new TypeError('on purpose') })
      setTimeout(() => { log.info('went on') }, 100)
      setInterval(() => {}, 1_000)`
    const began = performance.now()
    const { code, stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program, '--', service.dsn],
      { timeout: 30_000 },
    ).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    )
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    return { code, messages, seconds: (performance.now() - began) / 1_000 }
  }

  // spec: traces.8
  test('is sent before the process ends, which does nothing else meanwhile', async () => {
    const { code, messages } = await crash(20_000)
    expect({ code, messages }).toEqual({ code: 1, messages: ['an error that nothing caught'] })
    expect(service.listEvents()).toMatchObject([
      { level: 'fatal', tags: { origin: 'uncaughtException' }, exception: { values: [{ value: 'on purpose' }] } },
    ])
  })

  // spec: traces.8
  test('ends it after a while where the service is silent', async () => {
    service.answer('silence')
    const { code, messages, seconds } = await crash(2_000)
    expect({ code, messages }).toEqual({ code: 1, messages: ['an error that nothing caught'] })
    expect(seconds).toBeGreaterThan(2)
  })
})
