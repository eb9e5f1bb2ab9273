import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { noErrorReporter, openErrorReporter } from './error-reporter.ts'
import type { Log } from './log.ts'
import { noMetrics, openMetrics } from './metrics.ts'
import type { Watching } from './platform.ts'
import { noTracing, openTracing } from './tracing.ts'

interface OpenWatching {
  watching: Watching
  /** What Prometheus reads; null without metrics. */
  registry: Registry | null
  /** Sends what is left, once everything else has ended. */
  closeWatching: () => Promise<void>
}

/** Opens what the settings name to watch a process by. Each library is loaded only if it is needed. */
export async function openWatching(
  { tracing: tracingSettings, errorReporterDsn: dsn, deployment: environment }: Config,
  log: Log,
  { hasMetrics }: { hasMetrics: boolean },
): Promise<OpenWatching> {
  const counted = hasMetrics ? await openMetrics() : null
  const tracing = tracingSettings ? await openTracing(tracingSettings, log) : noTracing
  const errors = dsn ? await openErrorReporter({ dsn, environment }, log) : noErrorReporter
  return {
    watching: { metrics: counted ?? noMetrics, tracing, errors },
    registry: counted?.registry ?? null,
    closeWatching: async () => {
      await Promise.all([tracing.close(), errors.close()])
    },
  }
}
