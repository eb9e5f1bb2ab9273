import { bodyLimit } from 'hono/body-limit'
import { networkOfIpAddress } from '../../app/platform/.server/security/limits.ts'
import { createEventLimit } from '../event-limit.ts'
import { routePatternAt } from '../methods.ts'
import { createCspReportCounter, cspReportMaxBytes, cspReportPath, parseCspReport } from '../policy-reports.ts'
import type { HttpHostMiddleware } from './host.ts'

/** Reports on the content security policy of one address that count in a minute. */
const reportsAMinute = 30

/** What browsers themselves say that the policy blocked, some without an origin. It reads no cookie, and all that it does is count. */
export const acceptCspReports: HttpHostMiddleware = (app, { platform, loadBuild }) => {
  const mayReport = createEventLimit(reportsAMinute, 60_000)
  const acceptReport = createCspReportCounter(platform)
  app.post(
    cspReportPath,
    bodyLimit({ maxSize: cspReportMaxBytes, onError: (context) => context.body(null, 413) }),
    async (context) => {
      context.set('route', cspReportPath)
      if (!mayReport(networkOfIpAddress(context.var.clientIp)))
        return context.body(null, 429, { 'Cache-Control': 'no-store' })
      const routes = await loadBuild()
      const report = parseCspReport(await context.req.text(), (path) => routePatternAt(routes, path))
      if (report) acceptReport(report)
      return context.body(null, report ? 204 : 400, { 'Cache-Control': 'no-store' })
    },
  )
}
