import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Log } from '../app/platform/.server/observability/log.ts'
import { type Metrics, noRouteMetricLabel } from '../app/platform/.server/observability/metrics.ts'
import { createEventLimit } from './event-limit.ts'
import { isUnroutablePath } from './unroutable-paths.ts'

/** Where browsers report what the content security policy blocked. Short, as every page names it. */
export const cspReportPath = '/csp'
/** The maximum size of what a browser reports, in bytes. */
export const cspReportMaxBytes = 8 * 1024

/** What is kept of a report: nothing that says who saw the page, or what was in its address. */
export interface CspReport {
  directive: string
  blocked: string
  route: string
}

/** Directives that our policy has, and those that browsers report in their place. */
const directive =
  /^(default|script|style|img|font|media|connect|frame)-src(-elem|-attr)?$|^(base-uri|object-src|form-action|frame-ancestors)$/

const text = z.string().max(4_000).catch('')
/** What browsers send for `report-uri`. */
const body = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})

/**
 * Reads what a browser sent; null for anything else.
 * @param routeOf the pattern of the route of a path
 */
export function parseCspReport(json: string, routeOf: (path: string) => string): CspReport | null {
  const parsed = body.safeParse(parseJson(json))
  if (!parsed.success) return null
  const report = parsed.data['csp-report']
  if (!URL.canParse(report['document-uri'])) return null
  const { pathname } = new URL(report['document-uri'])
  const named = report['effective-directive'] || (report['violated-directive'].split(' ')[0] ?? '')
  return {
    directive: directive.test(named) ? named : 'other',
    blocked: originOf(report['blocked-uri']),
    route: isUnroutablePath(pathname) ? noRouteMetricLabel : routeOf(pathname),
  }
}

/** Counts reports; each new combination of the three is also logged, a hundred an hour at most, as anybody can send any. */
export function createCspReportCounter({ log, metrics }: { log: Log; metrics: Metrics }): (report: CspReport) => void {
  const known = new LRUCache<string, true>({ max: 1_000 })
  const mayLog = createEventLimit(100, 3_600_000)
  return (report) => {
    const { directive, blocked, route } = report
    metrics.count('muster_policy_reports_total', { directive, route })
    const key = `${directive} ${blocked} ${route}`
    if (known.has(key)) return
    known.set(key, true)
    if (mayLog('any')) log.warn(report, 'a browser blocked what the content security policy does not allow')
  }
}

/** The origin of a URL, or its scheme where that has none, such as that of a browser's extension; 'inline', 'eval' as they are. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { origin, protocol } = new URL(blocked)
  return (origin === 'null' ? protocol : origin).slice(0, 100)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
