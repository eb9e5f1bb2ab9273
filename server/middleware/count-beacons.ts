import { bodyLimit } from 'hono/body-limit'
import { countVisitsReportedByBrowser } from '../../app/features/visits/service.server.ts'
import { parseVisitBeacon } from '../../app/platform/.server/observability/visits.ts'
import { networkOfIpAddress } from '../../app/platform/.server/security/limits.ts'
import { isRobotUserAgent } from '../counted-visits.ts'
import { createEventLimit } from '../event-limit.ts'
import type { HttpHostMiddleware } from './host.ts'

/** The maximum size of what the first script counts, in bytes: a page of slugs. */
const beaconBytes = 4 * 1024
/** Beacons of one address that count in a minute. */
const beaconsAMinute = 60

/** What the first script counts. It reads no cookie and sets none: whoever switched counting off has a script that sends nothing. */
export const countVisitBeacons: HttpHostMiddleware = (app, { platform }) => {
  const mayBeacon = createEventLimit(beaconsAMinute, 60_000)
  app.post(
    '/beacon',
    bodyLimit({ maxSize: beaconBytes, onError: (context) => context.body(null, 413) }),
    async (context) => {
      context.set('route', '/beacon')
      const visits = parseVisitBeacon(await context.req.text())
      if (!visits) return context.body(null, 400, { 'Cache-Control': 'no-store' })
      const sender = networkOfIpAddress(context.var.clientIp)
      if (!isRobotUserAgent(context.req.header('User-Agent')) && mayBeacon(sender))
        await countVisitsReportedByBrowser(platform, sender, visits)
      return context.body(null, 204, { 'Cache-Control': 'no-store' })
    },
  )
}
