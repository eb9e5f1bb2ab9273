// What Prometheus reads: `metrics` of the platform counts as it happens, `server/metrics.ts` serves it.

import type { Registry } from 'prom-client'

/** The label of every request that no route answers. A path is no label: anybody can ask for a million of them. */
export const noRouteMetricLabel = 'none'

/** What is counted as it happens. Each label has few values, all of them ours. */
const metricCounters = {
  muster_finished_pages_total: {
    help: 'Requests for pages that may be answered from memory: hit or miss.',
    labels: ['outcome'],
  },
  muster_job_runs_total: {
    help: 'Jobs that a worker carried out, by what came of it: done, failed or given_up.',
    labels: ['job', 'outcome'],
  },
  muster_mails_total: {
    help: 'Mails that a worker handed to the mail server: sent, failed, refused, or withheld from an unknown address.',
    labels: ['outcome'],
  },
  muster_policy_reports_total: {
    help: 'What browsers blocked because of the content security policy, by directive and by the route of the page.',
    labels: ['directive', 'route'],
  },
  muster_storage_errors_total: {
    help: 'Failures of the store of files: put, read or delete.',
    labels: ['operation'],
  },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>

type CounterName = keyof typeof metricCounters
type LabelsOf<Name extends CounterName> = Record<(typeof metricCounters)[Name]['labels'][number], string>

/** Counts for Prometheus; a process without metrics counts nothing. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void
  /** Counts an answered request. `route` is the pattern of its route, or `noRouteMetricLabel`. */
  countRequest(request: { route: string; status: number; ms: number }): void
}

export const noMetrics: Metrics = { count: () => undefined, countRequest: () => undefined }

/** In seconds: a page from memory takes less than a millisecond, a search a few, and a limit of ours is 15 s. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Loads the library and begins to count, the facts of the process itself included. */
export async function openMetrics(): Promise<Metrics & { registry: Registry }> {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'muster_http_requests_total',
    help: 'Answered requests, by the pattern of the route and the status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of the route.',
    labelNames: ['route'],
    buckets,
    registers,
  })
  const byName = new Map(
    Object.entries(metricCounters).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: labels, registers }),
    ]),
  )
  return {
    registry,
    count: (name, labels) => byName.get(name)?.inc(labels),
    countRequest: ({ route, status, ms }) => {
      requests.inc({ route, status })
      durations.observe({ route }, ms / 1_000)
    },
  }
}
