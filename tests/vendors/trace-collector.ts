import { startRecorder } from './recorder.ts'

/** A span as OTLP writes it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number; message?: string }
  events: { name: string; attributes: ReceivedSpan['attributes'] }[]
}

interface Export {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

/** A local collector that speaks OTLP over HTTP, as JSON, and keeps what it receives. */
export async function startTraceCollector() {
  const recorder = await startRecorder()
  const listExports = () => recorder.requests.map(({ body }) => JSON.parse(body) as Export)
  return {
    ...recorder,
    listSpans: () =>
      listExports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    /** What the sender says of itself. */
    readResource: () => readAttributes(listExports()[0]?.resourceSpans[0]?.resource.attributes ?? []),
  }
}

export function readAttributes(attributes: ReceivedSpan['attributes']): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}
