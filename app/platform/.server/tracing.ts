import { channel } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Context, Span as LibrarySpan, SpanKind } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { currentTrace, underWay, untraced } from './current-trace.ts'
import type { Log } from './log.ts'
import { release } from './release.ts'
import { describeError, scrub } from './scrub.ts'

/** Where traces are sent by the OpenTelemetry protocol, and of how many requests and jobs. */
export interface TracingSettings {
  /** The URL of the collector, without `/v1/traces`. */
  url: string
  /** Headers for the collector, such as a key. */
  headers: Record<string, string>
  serviceName: string
  /** The share that is traced, from 0 to 1. */
  ratio: number
}

/** What a span says. Every text is scrubbed. */
type Attributes = Record<string, string | number>

/** What is traced: requests and jobs begin a trace, the others are parts of one and are not traced by themselves. */
type TracedKind = 'request' | 'job' | 'query' | 'mail' | 'call'

interface TraceOptions {
  kind: TracedKind
  /** One of few: never a path or what somebody typed. */
  name: string
  attributes?: Attributes
  /** Of a job: where the trace began that it continues. */
  parent?: string | undefined
}

/** A span that is under way. */
export interface Span {
  rename(name: string): void
  set(attributes: Attributes): void
  /** Marks it as failed, with what may be told of the error. */
  fail(error: unknown): void
}

/** Traces of requests and jobs; a process without a collector traces nothing. */
export interface Tracing {
  isOn: boolean
  /** Runs `work` as a span. An error that it throws marks the span as failed, and is thrown on. */
  trace<Result>(options: TraceOptions, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Names the span under way, as a W3C `traceparent`, for a job that it queues; null if there is none. */
  parentOfJob(): string | null
  /** Sends what is left, for at most three seconds. */
  close(): Promise<void>
}

const noSpan: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined }

export const noTracing: Tracing = {
  isOn: false,
  trace: (_, work) => work(noSpan),
  parentOfJob: () => null,
  close: async () => undefined,
}

/** How many spans wait at most; more are dropped. */
const maxQueueSize = 2_048
/** How long the collector may take, in milliseconds: also the longest that it holds up the end of the process. */
const exportMs = 3_000

const kindNames = {
  request: 'SERVER',
  job: 'CONSUMER',
  query: 'CLIENT',
  mail: 'CLIENT',
  call: 'CLIENT',
} as const satisfies Record<TracedKind, keyof typeof SpanKind>

/**
 * Loads the library and begins to trace. It registers nothing globally: Drizzle, pg-boss and Better Auth would then send spans of their
 * own, which hold values.
 */
export async function openTracing({ url, headers, serviceName, ratio }: TracingSettings, log: Log): Promise<Tracing> {
  const [library, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = library
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: exportMs,
    // At the end all that waits is sent at once, in batches of 512.
    concurrencyLimit: 5,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': release.version,
      'host.name': release.host,
      'process.pid': release.pid,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 4_000, eventCountLimit: 8 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: watchExporter(exporter, log),
        maxQueueSize,
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  const tracer = provider.getTracer('muster', release.version)

  const begin = ({ kind, name, attributes = {}, parent }: TraceOptions): LibrarySpan | null => {
    const start = (context: Context) =>
      tracer.startSpan(name, { kind: SpanKind[kindNames[kind]], attributes: clean(attributes) }, context)
    if (kind === 'request' || kind === 'job') return start(readParent(parent, library))
    const around = underWay.getStore()
    // Work that goes on after the request was answered belongs to nobody.
    return around?.isRecording() ? start(trace.setSpan(ROOT_CONTEXT, around)) : null
  }
  const end = (span: LibrarySpan, error?: unknown) => {
    if (error !== undefined) fail(span, error, SpanStatusCode.ERROR)
    // The library sends spans from a timer, which would otherwise itself be a part of this trace.
    untraced(() => span.end())
  }
  const stopCalls = traceCalls(begin, end)

  return {
    isOn: true,
    trace: async (options, work) => {
      const span = begin(options)
      if (!span) return work(noSpan)
      const handle: Span = {
        rename: (name) => span.updateName(name),
        set: (attributes) => span.setAttributes(clean(attributes)),
        fail: (error) => fail(span, error, SpanStatusCode.ERROR),
      }
      try {
        const result = await underWay.run(span, () => work(handle))
        end(span)
        return result
      } catch (error) {
        end(span, error)
        throw error
      }
    },
    parentOfJob: () => {
      const current = currentTrace()
      return current && `00-${current.traceId}-${current.spanId}-01`
    },
    close: async () => {
      stopCalls()
      // With a limit of our own, as a collector that refuses is asked again for longer.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise<void>((resolve) => setTimeout(resolve, exportMs).unref()),
      ])
    },
  }
}

/** Where a job's trace continues, by what was stored with it; a trace of its own for anything else. */
function readParent(
  parent: string | undefined,
  { ROOT_CONTEXT, trace, TraceFlags }: typeof import('@opentelemetry/api'),
): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

function clean(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  )
}

function fail(span: LibrarySpan, error: unknown, code: number): void {
  const { type, message, stack = '' } = describeError(error) as { type: string; message: string; stack?: string }
  span.setStatus({ code, message })
  span.setAttribute('error.type', type)
  span.addEvent('exception', { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack })
}

/** Says once that the collector takes nothing, and once that it does again. */
function watchExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let isLost = false
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const isRefused = result.code !== 0
        if (isRefused && !isLost) log.warn({ error: result.error }, 'traces cannot be delivered and are dropped')
        if (!isRefused && isLost) log.info('traces are delivered again')
        isLost = isRefused
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** What `fetch` tells of a request. */
interface FetchRequest {
  method: string
  origin: string | URL
}

/**
 * Traces requests to other servers (Stripe, Printful, S3, feeds), as Node itself tells of them. Of each only the method, the host and the status:
 * paths and queries may hold what people typed.
 */
function traceCalls(
  begin: (options: TraceOptions) => LibrarySpan | null,
  end: (span: LibrarySpan, error?: unknown) => void,
): () => void {
  const open = new WeakMap<object, LibrarySpan>()
  const started = (request: object, method: string, host: string) => {
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = begin({ kind: 'call', name: method, attributes })
    if (span) open.set(request, span)
  }
  const answered = (request: object, status: number | undefined) => {
    const span = open.get(request)
    if (!span || status === undefined) return
    open.delete(request)
    span.setAttribute('http.response.status_code', status)
    end(span)
  }
  const failed = (request: object, error: unknown) => {
    const span = open.get(request)
    if (!span) return
    open.delete(request)
    end(span, error)
  }
  const listeners: [string, (message: never) => void][] = [
    [
      'http.client.request.start',
      ({ request }: { request: ClientRequest }) => started(request, request.method, request.host),
    ],
    [
      'http.client.response.finish',
      ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
        answered(request, response.statusCode),
    ],
    [
      'http.client.request.error',
      ({ request, error }: { request: ClientRequest; error: unknown }) => failed(request, error),
    ],
    [
      'undici:request:create',
      ({ request }: { request: FetchRequest }) => started(request, request.method, new URL(request.origin).hostname),
    ],
    [
      'undici:request:headers',
      ({ request, response }: { request: object; response: { statusCode: number } }) =>
        answered(request, response.statusCode),
    ],
    ['undici:request:error', ({ request, error }: { request: object; error: unknown }) => failed(request, error)],
  ]
  for (const [name, listen] of listeners) channel(name).subscribe(listen as never)
  return () => {
    for (const [name, listen] of listeners) channel(name).unsubscribe(listen as never)
  }
}
