import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics of one process, as prom-client gives them for others to add up. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** What a web process tells the primary that started it (server/primary/). */
export type ToPrimary =
  | { act: 'acquire'; id: number; key: string; limit: number }
  | { act: 'release'; key: string }
  | { act: 'metrics'; id: number; metrics: ProcessMetrics }

/** What the primary tells a web process. */
export type FromPrimary =
  | { act: 'acquired'; id: number; isAllowed: boolean }
  | { act: 'read metrics'; id: number }
  /** Another has taken its place: finish what is in flight, and end. */
  | { act: 'retire' }

/** What the preparation found out, before there is a web process. */
export interface Preparation {
  act: 'prepared'
  /** How many web processes to start. */
  count: number
  /** Whether they share a database, so that more of them could use it at a time. */
  isShared: boolean
  /** Whether this is a demo, which may have simulators. */
  isDemo: boolean
  /** Where to serve the metrics of all; null for nowhere. */
  metrics: { host: string; port: number } | null
}
