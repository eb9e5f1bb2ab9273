import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** The span under way. Empty in a process that traces nothing. */
export const underWay = new AsyncLocalStorage<Span>()

/** The ids of the span under way, for log lines and reports of errors; null if there is none. */
export function currentTrace(): { traceId: string; spanId: string } | null {
  const span = underWay.getStore()
  if (!span?.isRecording()) return null
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId }
}

/** Runs work that belongs to no trace, such as sending what was observed. */
export function untraced<Result>(work: () => Result): Result {
  return underWay.exit(work)
}
