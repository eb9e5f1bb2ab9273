import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Observability } from '../platform.ts'
import { noErrorReporter, openErrorReporter } from './error-reporter.ts'
import type { Log } from './log.ts'
import { noMetrics, openMetrics } from './metrics.ts'

interface OpenWatching {
  watching: Observability
  /** What Prometheus reads; null without metrics. */
  registry: Registry | null
  /** Sends what is left, once everything else has ended. */
  closeWatching: () => Promise<void>
}

/** Opens what the settings name to watch a process by. Each library is loaded only if it is needed. */
export async function openObservability(
  { errorReporterDsn: dsn, deployment: environment }: Config,
  log: Log,
  { hasMetrics }: { hasMetrics: boolean },
): Promise<OpenWatching> {
  const counted = hasMetrics ? await openMetrics() : null
  const errors = dsn ? await openErrorReporter({ dsn, environment }, log) : noErrorReporter
  return {
    watching: { metrics: counted ?? noMetrics, errors },
    registry: counted?.registry ?? null,
    closeWatching: () => errors.close(),
  }
}
