import { bodyLimit } from 'hono/body-limit'
import { networkSender } from '../../app/platform/.server/security/limits.ts'
import { createEventLimit } from '../event-limit.ts'
import { patternAt } from '../methods.ts'
import { createPolicyReports, parsePolicyReport, policyReportBytes, policyReportPath } from '../policy-reports.ts'
import type { Middleware } from './host.ts'

/** Reports on the content security policy of one address that count in a minute. */
const reportsAMinute = 30

/** What browsers themselves say that the policy blocked, some without an origin. It reads no cookie, and all that it does is count. */
export const acceptPolicyReports: Middleware = (app, { platform, loadBuild }) => {
  const mayReport = createEventLimit(reportsAMinute, 60_000)
  const acceptReport = createPolicyReports(platform)
  app.post(
    policyReportPath,
    bodyLimit({ maxSize: policyReportBytes, onError: (context) => context.body(null, 413) }),
    async (context) => {
      context.set('route', policyReportPath)
      if (!mayReport(networkSender(context.var.clientIp)))
        return context.body(null, 429, { 'Cache-Control': 'no-store' })
      const routes = await loadBuild()
      const report = parsePolicyReport(await context.req.text(), (path) => patternAt(routes, path))
      if (report) acceptReport(report)
      return context.body(null, report ? 204 : 400, { 'Cache-Control': 'no-store' })
    },
  )
}
