import type { ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import type { Config } from '../../app/platform/.server/config.ts'
import type { Platform } from '../../app/platform/.server/platform.ts'
import type { PageRenderingTagsAndVisits } from '../page-cache.ts'
import type { ReadinessCheck } from '../readiness.ts'

interface Variables {
  requestId: string
  /** Null for a page that is rendered to be kept. */
  nonce: string | null
  clientIp: string
  protocol: 'http' | 'https'
  /** The origin of the site, as browsers see it. */
  origin: string
  /** The pattern of the route that answers, as the metrics name it. */
  route: string
  /** What was thrown while it was answered. */
  errors: unknown[]
}

/** What a request that comes from the host itself brings along: a page to be kept for everybody. */
interface Bindings {
  forPageCache?: { protocol: 'http' | 'https'; rendering: PageRenderingTagsAndVisits }
  /** Node's answer to any other request. */
  outgoing?: ServerResponse
}

export interface HttpHostEnv {
  Variables: Variables
  Bindings: Bindings
}

/** What the parts of the host are made of. */
export interface HttpHostDependencies {
  platform: Platform
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'hasCdn'>
  /** The server build, in development loaded again for each request. */
  loadBuild: () => Promise<ServerBuild>
  /** The same as React Router takes it: given a function, it derives its routes from the build for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  readiness: ReadinessCheck
}

/** Adds what it answers, or does with every request, to the app. */
export type HttpHostMiddleware = (app: Hono<HttpHostEnv>, host: HttpHostDependencies) => void

/** The path of a request, percent-encoded. */
export function requestPathAsSent({ url }: Request): string {
  return new URL(url).pathname
}
