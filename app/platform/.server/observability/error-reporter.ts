import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ErrorEvent, EventEnvelope, Exception, StackFrame, StackParser } from '@sentry/core'
import type { DeploymentKind } from '../deployment.ts'
import { CallRateLimiter } from '../http/rate-limiter.ts'
import { runningReleaseAndProcess } from '../release.ts'
import type { Log } from './log.ts'
import { describeErrorForLog } from './scrub.ts'

/** Where an error happened: names and ids of ours, nothing about who caused it. */
export interface ErrorPlace {
  /** The pattern of the route. */
  route?: string
  requestId?: string
  job?: string
  jobId?: string
  /** By what the process ended: 'uncaughtException' or 'unhandledRejection'. */
  origin?: string
}

/** Tells a service that speaks the protocol of Sentry about errors. A process without one tells nobody. */
export interface ErrorReporter {
  /** Sends what may be told of an error, later; never throws. Beyond so many a minute it only counts. */
  report(error: unknown, place: ErrorPlace): void
  /** The same for the error that ends the process: returns when it was sent, or after five seconds, while nothing else runs. */
  reportLast(error: unknown, place: ErrorPlace): void
  /** Waits for what is being sent, for at most two seconds. */
  close(): Promise<void>
}

export const noErrorReporter: ErrorReporter = {
  report: () => undefined,
  reportLast: () => undefined,
  close: async () => undefined,
}

export interface ErrorReporterSettings {
  dsn: string
  environment: DeploymentKind
}

interface Patience {
  /** How long the end of the process waits for its last report, in milliseconds. */
  lastTimeoutMs?: number
}

/** Reports a minute. An outage makes thousands of the same. */
const reportsAMinute = 20
/** How long the service may take, in milliseconds. */
const timeoutMs = 5_000
const closeMs = 2_000
/** Of a message; services refuse reports that are too long. */
const mostCharacters = 8_000

const lastReportProgram = new URL('app/platform/.server/observability/send-last-report.ts', `file://${process.cwd()}/`)

/**
 * Loads the parts of the library that know the protocol. Its client is left out, as it adds what it finds: here an event is made of what the
 * log may say of an error, and nothing else.
 */
export async function openErrorReporter(
  { dsn, environment }: ErrorReporterSettings,
  log: Log,
  { lastTimeoutMs = 5_000 }: Patience = {},
): Promise<ErrorReporter> {
  const [sentry, { nodeStackLineParser }] = await Promise.all([import('@sentry/core'), import('@sentry/core/server')])
  const components = sentry.makeDsn(dsn)
  // The settings were checked; the library's own idea of a DSN may be narrower.
  if (!components) throw new TypeError('SENTRY_DSN is not a DSN')
  const url = sentry.getEnvelopeEndpointWithUrlEncodedAuth(components)
  const parseStack = sentry.createStackParser(nodeStackLineParser())
  const limiter = new CallRateLimiter(reportsAMinute, 60_000)
  const sending = new Set<Promise<void>>()
  let omitted = 0
  const transport = sentry.createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-sentry-envelope' },
      body: typeof body === 'string' ? body : Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    if (!answer.ok && answer.status !== 429) throw new Error(`the error reporter answered ${answer.status}`)
    return {
      statusCode: answer.status,
      headers: {
        'x-sentry-rate-limits': answer.headers.get('X-Sentry-Rate-Limits'),
        'retry-after': answer.headers.get('Retry-After'),
      },
    }
  })
  const envelopeOf = (error: unknown, place: ErrorPlace, level: 'error' | 'fatal') =>
    sentry.createEventEnvelope(createEvent({ error, place, level, environment, omitted, parseStack }), components)
  const send = async (envelope: EventEnvelope) => {
    if ((await limiter.take(0)) > 0) {
      omitted += 1
      return
    }
    omitted = 0
    await transport.send(envelope)
  }
  return {
    report: (error, place) => {
      const envelope = envelopeOf(error, place, 'error')
      const sent = send(envelope)
        .catch((reason) => log.warn({ error: reason }, 'an error could not be reported'))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },
    reportLast: (error, place) => {
      // By another thread, while this one waits: its state is unknown, so none of its other work may go on.
      const body = Buffer.from(sentry.serializeEnvelope(envelopeOf(error, place, 'fatal'))).toString()
      const ended = new Int32Array(new SharedArrayBuffer(4))
      new Worker(lastReportProgram, { workerData: { url, body, ended }, execArgv: [] })
      Atomics.wait(ended, 0, 0, lastTimeoutMs)
    },
    close: async () => {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref())
      await Promise.race([Promise.all(sending), limit])
    },
  }
}

interface EventParts {
  error: unknown
  place: ErrorPlace
  level: 'error' | 'fatal'
  environment: string
  /** Errors that were not reported since the last one. */
  omitted: number
  parseStack: StackParser
}

function createEvent({ error, place, level, environment, omitted, parseStack }: EventParts): ErrorEvent {
  const { requestId, jobId, ...tags } = place
  return {
    type: undefined,
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level,
    environment,
    release: runningReleaseAndProcess.version,
    server_name: runningReleaseAndProcess.host,
    tags: { ...tags },
    extra: { requestId, jobId, pid: runningReleaseAndProcess.pid, ...(omitted > 0 && { omitted }) },
    exception: { values: listExceptions(describeErrorForLog(error) as DescribedError, parseStack) },
  }
}

interface DescribedError {
  type: string
  message: string
  stack?: string
  cause?: DescribedError
}

/** An error and what caused it, as the protocol wants them: the innermost first. */
function listExceptions({ type, message, stack, cause }: DescribedError, parseStack: StackParser): Exception[] {
  const frames: StackFrame[] = stack ? parseStack(stack) : []
  const exception = {
    type,
    value: message.slice(0, mostCharacters),
    ...(frames.length > 0 && { stacktrace: { frames } }),
  }
  return [...(cause ? listExceptions(cause, parseStack) : []), exception]
}
