import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { hostCookiePrefix } from '../app/lib/cookies.ts'
import type { Config } from '../app/platform/.server/config.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { compressResponses } from './compression.ts'
import { prefixHostCookies } from './cookies.ts'
import { acceptCspReports } from './middleware/accept-policy-reports.ts'
import { answerDoctorRequests } from './middleware/answer-doctor.ts'
import { answerHealthChecks } from './middleware/answer-health.ts'
import { countVisitBeacons } from './middleware/count-beacons.ts'
import type { HttpHostDependencies, HttpHostEnv, HttpHostMiddleware } from './middleware/host.ts'
import { identifyAndLogRequest } from './middleware/identify-request.ts'
import { limitRequestBodies } from './middleware/limit-bodies.ts'
import { refuseUnsupportedMethods } from './middleware/refuse-methods.ts'
import { refuseCrossSiteRequests } from './middleware/refuse-other-sites.ts'
import { refuseUnroutablePaths } from './middleware/refuse-paths.ts'
import { renderRoutes } from './middleware/render-routes.ts'
import { reportRequestErrors } from './middleware/report-errors.ts'
import { restoreRequestUrl } from './middleware/restore-url.ts'
import { addSecurityHeaders } from './middleware/secure-headers.ts'
import { servePublicStoredFiles } from './middleware/serve-stored-files.ts'
import { awaitPageCacheChanges } from './middleware/settle-pages.ts'
import { allowCrossOriginApi } from './middleware/share-api.ts'
import { cookieOfPageToCache, type RenderPageForCache } from './page-cache.ts'
import { createReadinessCheck, type ReadinessCheck } from './readiness.ts'

/** What every request goes through, in this order: each relies on those before it, and answers itself or passes it on. */
const middleware: HttpHostMiddleware[] = [
  reportRequestErrors,
  identifyAndLogRequest,
  (app) => app.use(compressResponses),
  answerDoctorRequests,
  servePublicStoredFiles,
  addSecurityHeaders,
  refuseUnroutablePaths,
  answerHealthChecks,
  acceptCspReports,
  allowCrossOriginApi,
  refuseCrossSiteRequests,
  countVisitBeacons,
  refuseUnsupportedMethods,
  restoreRequestUrl,
  (app, { platform, config }) => cookiePrefix(config) && app.use(prefixHostCookies(platform)),
  limitRequestBodies,
  awaitPageCacheChanges,
  renderRoutes,
]

/**
 * Creates the HTTP host: request ids, security headers, health checks, stored files, and React Router for everything else.
 * @param build the server build, or in development a function that loads it again
 */
export function createHttpHost(
  platform: Platform,
  config: HttpHostDependencies['config'],
  build: ServerBuild | (() => Promise<ServerBuild>),
  readiness: ReadinessCheck = createReadinessCheck(platform),
) {
  const app = new Hono<HttpHostEnv>()
  const loadBuild = typeof build === 'function' ? build : async () => build
  for (const add of middleware) add(app, { platform, config, build, loadBuild, readiness })

  const renderForAll: RenderPageForCache = async (page, rendering) => {
    const { path, protocol } = page
    const cookie = await cookieOfPageToCache(page)
    const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookiePrefix(config) + cookie }) }
    return app.fetch(new Request(new URL(path, platform.publicUrl), { headers }), {
      forPageCache: { protocol, rendering },
    })
  }
  return { fetch: app.fetch, routes: app.routes, renderForAll }
}

function cookiePrefix({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl?.startsWith('https:') ? hostCookiePrefix : ''
}
