import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { hostPrefix } from '../app/lib/cookies.ts'
import type { Config } from '../app/platform/.server/config.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { compressAnswers } from './compression.ts'
import { prefixCookies } from './cookies.ts'
import { acceptPolicyReports } from './middleware/accept-policy-reports.ts'
import { answerDoctor } from './middleware/answer-doctor.ts'
import { answerHealth } from './middleware/answer-health.ts'
import { countBeacons } from './middleware/count-beacons.ts'
import type { Host, HostEnv, Middleware } from './middleware/host.ts'
import { identifyRequest } from './middleware/identify-request.ts'
import { limitBodies } from './middleware/limit-bodies.ts'
import { refuseMethods } from './middleware/refuse-methods.ts'
import { refuseOtherSites } from './middleware/refuse-other-sites.ts'
import { refusePaths } from './middleware/refuse-paths.ts'
import { renderRoutes } from './middleware/render-routes.ts'
import { reportErrors } from './middleware/report-errors.ts'
import { restoreUrl } from './middleware/restore-url.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { serveStoredFiles } from './middleware/serve-stored-files.ts'
import { settlePages } from './middleware/settle-pages.ts'
import { shareApi } from './middleware/share-api.ts'
import { cookieOf, type RenderForAll } from './page-cache.ts'
import { createReadiness, type Readiness } from './readiness.ts'

/** What every request goes through, in this order: each relies on those before it, and answers itself or passes it on. */
const middleware: Middleware[] = [
  reportErrors,
  identifyRequest,
  (app) => app.use(compressAnswers),
  answerDoctor,
  serveStoredFiles,
  secureHeaders,
  refusePaths,
  answerHealth,
  acceptPolicyReports,
  shareApi,
  refuseOtherSites,
  countBeacons,
  refuseMethods,
  restoreUrl,
  (app, { platform, config }) => cookiePrefix(config) && app.use(prefixCookies(platform)),
  limitBodies,
  settlePages,
  renderRoutes,
]

/**
 * Creates the HTTP host: request ids, security headers, health checks, stored files, and React Router for everything else.
 * @param build the server build, or in development a function that loads it afresh
 */
export function createHost(
  platform: Platform,
  config: Host['config'],
  build: ServerBuild | (() => Promise<ServerBuild>),
  readiness: Readiness = createReadiness(platform),
) {
  const app = new Hono<HostEnv>()
  const loadBuild = typeof build === 'function' ? build : async () => build
  for (const add of middleware) add(app, { platform, config, build, loadBuild, readiness })

  const renderForAll: RenderForAll = async (page, rendering) => {
    const { path, protocol } = page
    const cookie = await cookieOf(page)
    const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookiePrefix(config) + cookie }) }
    return app.fetch(new Request(new URL(path, platform.publicUrl), { headers }), {
      finishing: { protocol, rendering },
    })
  }
  return { fetch: app.fetch, routes: app.routes, renderForAll }
}

function cookiePrefix({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl?.startsWith('https:') ? hostPrefix : ''
}
