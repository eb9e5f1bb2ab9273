import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import type { PageAppearance } from '../app/lib/appearance.ts'
import {
  parseAppearanceCookie,
  parseNeededCookieChoiceUpdate,
  serializeAppearanceCookie,
} from '../app/lib/cookies.server.ts'
import { cookieNames, hostCookiePrefix, parseCookieHeader } from '../app/lib/cookies.ts'
import type { PageCacheTag, RouteHandle, RoutePageCacheOptions } from '../app/lib/page-cache.ts'
import type { Config } from '../app/platform/.server/config.ts'
import type { ListingVisitKey } from '../app/platform/.server/observability/visits.ts'
import type { CachedPage } from '../app/platform/.server/page-cache/page-cache.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { parseForwardedHeaders } from './client-ip.ts'
import { compressBody, preferredResponseEncoding } from './compression.ts'
import { countedByScriptServerTiming, isRequestCountedAsVisit } from './counted-visits.ts'
import { inlineScriptHashesPlaceholder } from './security-headers.ts'

/** How long a page is kept that says of somebody that they are verified, and any other, in milliseconds. */
const lifeMs = { verification: 30_000, other: 3_600_000 }
/** A larger body is not kept, in bytes. */
const bodyMax = 512 * 1024
/** A page whose path and query are longer is not kept, in characters. */
const pathMax = 1_000

/** With one of these cookies any page is rendered for its visitor alone. The appearance is part of the key instead. */
const personalCookies: readonly string[] = [
  cookieNames.session,
  cookieNames.secondFactor,
  cookieNames.registration,
  cookieNames.flash,
  cookieNames.pendingBusiness,
  cookieNames.pendingVerification,
  cookieNames.cart,
]

/** A page as it is rendered to be kept: for nobody in particular, at its canonical path. */
export interface PageToCache {
  /** The path and the query: parameters that the route knows, in order, none empty. */
  path: string
  protocol: 'http' | 'https'
  appearance: PageAppearance
  route: RoutePageCacheOptions
  /** The pattern of the route, as the metrics name it. */
  pattern: string
}

/** What the host and a page's route say of its rendering. */
export interface PageRenderingTagsAndVisits {
  /** The cache tags of what it shows. */
  shows: Set<PageCacheTag>
  /** The visits that each answer with it counts as. */
  visits: Set<ListingVisitKey>
}

/** Renders a page for nobody in particular, and completes what is known of it. */
export type RenderPageForCache = (page: PageToCache, rendering: PageRenderingTagsAndVisits) => Promise<Response>

interface PageCacheOptions {
  platform: Pick<Platform, 'clock' | 'directoryCache' | 'pageCache' | 'visits' | 'log' | 'metrics' | 'errors'>
  config: Pick<Config, 'trustedProxies' | 'hasCdn'>
  routes: ServerBuild['routes']
  render: RenderPageForCache
}

/**
 * Answers GET and HEAD of pages that are the same for every visitor from memory, before anything else looks at the request. All
 * others go on to `next`.
 */
export function servePageCache({ platform, config, routes, render }: PageCacheOptions) {
  const { clock, directoryCache, pageCache: pages, visits: counter, log, metrics, errors } = platform
  const findRoute = listCacheableRoutes(routes)

  /** Answers a request if its page may be kept and was asked before; gives whether it did. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const page = await readPage(request)
    if (!page) return false
    const key = `${page.protocol} ${page.appearance} ${page.path}`
    const kept = pages.find(key)
    if (kept) return send(request, response, { key, page, found: kept, state: 'hit' })
    if (!pages.isWanted(key, lifeOf(page)) || !(await pages.isHeard())) {
      metrics.count('muster_finished_pages_total', { outcome: 'miss' })
      return false
    }
    const found = pages.find(key)
    if (found) return send(request, response, { key, page, found, state: 'hit' })
    metrics.count('muster_finished_pages_total', { outcome: 'miss' })
    const rendering: PageRenderingTagsAndVisits = { shows: new Set(page.route.shows), visits: new Set() }
    const rendered = await pages.keep(key, () => renderToKeep(page, rendering))
    return rendered !== null && send(request, response, { key, page, found: rendered, state: 'fwd=miss; stored' })
  }

  /** The page that a request asks for; null if it is none that may be kept. */
  async function readPage({ method, url = '', headers, socket }: IncomingMessage): Promise<PageToCache | null> {
    if ((method !== 'GET' && method !== 'HEAD') || url.length > pathMax) return null
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const { route, pattern = '' } = findRoute(path) ?? {}
    if (!route) return null
    const query = canonicalQuery(at < 0 ? '' : url.slice(at), route)
    if (query === null) return null
    const cookies = headers.cookie?.replaceAll(hostCookiePrefix, '') ?? null
    if (cookies && (isPersonal(cookies, route) || (await parseNeededCookieChoiceUpdate(cookies)) !== null)) return null
    const { protocol } = parseForwardedHeaders(
      socket.remoteAddress ?? '',
      { forwardedFor: undefined, forwardedProto: String(headers['x-forwarded-proto'] ?? '') },
      config.trustedProxies,
    )
    return {
      path: path + query,
      protocol,
      appearance: cookies ? await parseAppearanceCookie(cookies) : 'system',
      route,
      pattern,
    }
  }

  /** Renders a page to keep; null for an error, a redirect and whatever else is not for everybody. */
  async function renderToKeep(page: PageToCache, rendering: PageRenderingTagsAndVisits): Promise<CachedPage | null> {
    const { shows: tags, visits } = rendering
    const renderedAt = performance.now()
    // A listing may begin or end by the clock, which nobody is told of.
    const turnsAt = page.route.claimsVerification ? await directoryCache.findTurn() : Number.POSITIVE_INFINITY
    const rendered = await render(page, rendering)
    const body = Buffer.from(await rendered.arrayBuffer())
    if (rendered.status !== 200 || rendered.headers.has('Set-Cookie') || body.length > bodyMax) return null
    const headers = Object.fromEntries(rendered.headers)
    const policy = headers['content-security-policy']
    const endsInMs = Math.max(
      1,
      Math.floor(Math.min(turnsAt - performance.now(), ...listEnds(tags).map((at) => at - clock.now().getTime()))),
    )
    delete headers['x-request-id']
    return {
      headers: {
        'cache-control': 'private, no-cache',
        ...(config.hasCdn && { 'server-timing': countedByScriptServerTiming }),
        ...(config.hasCdn && {
          'cdn-cache-control': `max-age=${Math.min(sharedSeconds(page), Math.floor(endsInMs / 1_000))}`,
        }),
        ...headers,
        ...(policy && { 'content-security-policy': allowInline(policy, body) }),
        vary: 'Accept-Encoding',
      },
      body,
      compressed: {},
      version: createHash('sha256').update(body).digest('base64url').slice(0, 22),
      shows: tags,
      visits,
      lifeMs: Math.min(lifeOf(page), endsInMs),
      renderedAt,
    }
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    { key, page, found, state }: { key: string; page: PageToCache; found: CachedPage; state: string },
  ): Promise<true> {
    const startedAt = performance.now()
    if (state === 'hit') metrics.count('muster_finished_pages_total', { outcome: 'hit' })
    const encoding = isText(found) ? preferredResponseEncoding(String(request.headers['accept-encoding'] ?? '')) : null
    let body = encoding ? found.compressed[encoding] : found.body
    if (!body && encoding) {
      body = await compressBody(found.body, encoding)
      pages.addCompressed(key, found, encoding, body)
    }
    const etag = `"${found.version}${encoding ? `-${encoding}` : ''}"`
    const requestId = randomUUID()
    const headers: Record<string, string> = {
      ...found.headers,
      etag,
      'cache-status': `muster; ${state}`,
      'x-request-id': requestId,
    }
    // Caches subtract it from how long they may keep the page, so that all of them together keep it for no longer than that.
    if (found.lifeMs <= lifeMs.verification)
      headers.age = String(Math.ceil((performance.now() - found.renderedAt) / 1_000))
    const status = isKnown(request.headers['if-none-match'], etag) ? 304 : 200
    if (status === 200) {
      if (encoding) headers['content-encoding'] = encoding
      headers['content-length'] = String(body?.length)
    }
    response.writeHead(status, headers)
    response.end(status === 304 || request.method === 'HEAD' ? undefined : body)
    if (found.visits.size > 0 && !config.hasCdn && (await isRequestCountedAsVisit(request))) counter.count(found.visits)
    const path = request.url?.split('?')[0]
    const ms = performance.now() - startedAt
    metrics.countRequest({ route: page.pattern, status, ms })
    log.info({ requestId, method: request.method, path, status, ms: Math.round(ms), page: state }, 'request')
    return true
  }

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const answered = pages.isOn ? answer(request, response) : Promise.resolve(false)
    answered
      .catch((error: unknown) => {
        log.error({ error }, 'a page could not be finished')
        errors.report(error, {})
        if (response.headersSent) response.destroy()
        return response.headersSent
      })
      .then((isAnswered) => isAnswered || next())
  }
}

/** The rules of a path, and the pattern by which it was found. */
type FoundRoute = Pick<PageToCache, 'route' | 'pattern'>

/** Finds the rules of a path among the routes that have some. */
function listCacheableRoutes(routes: ServerBuild['routes']): (path: string) => FoundRoute | undefined {
  const exact = new Map<string, FoundRoute>()
  const patterns: (FoundRoute & { written: RegExp })[] = []
  for (const route of Object.values(routes)) {
    const rules = (route?.module.handle as RouteHandle | undefined)?.cacheable
    if (!route || !rules) continue
    const path = `/${route.path ?? ''}`
    // A parameter is a slug or an id: a path that is written in another way is not kept.
    const found: FoundRoute = { route: rules, pattern: path }
    if (path.includes(':')) {
      const written = new RegExp(`^${path.replace('.', '\\.').replaceAll(/:\w+/g, '[a-z0-9-]+')}$`)
      patterns.push({ ...found, written })
    } else exact.set(path, found)
  }
  return (path) => exact.get(path) ?? patterns.find(({ written }) => written.test(path))
}

/** The parameters of a query that the route knows, in order and none empty; null for a page that cannot be kept. */
function canonicalQuery(query: string, { parameters = [], personal = [] }: RoutePageCacheOptions): string | null {
  if (query === '') return ''
  const asked = new URLSearchParams(query)
  if (personal.some((name) => asked.has(name))) return null
  const known: [string, string][] = []
  for (const name of parameters) {
    const [value = '', ...more] = asked.getAll(name)
    if (more.length > 0) return null
    if (value !== '') known.push([name, value])
  }
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`
}

/** Whether a page is its visitor's own by their cookies. */
function isPersonal(header: string, { cookies = [], hasMarks = false }: RoutePageCacheOptions): boolean {
  const names = new Set(parseCookieHeader(header).map(([name]) => name.replace(/^__Secure-/, '')))
  if ([...personalCookies, ...cookies].some((name) => names.has(name))) return true
  const isMarkedByScript = names.has(cookieNames.marks) && names.has(cookieNames.showsMarks)
  return hasMarks && names.has(cookieNames.shortlist) && !isMarkedByScript
}

/**
 * For how long a content delivery network may keep a page, in seconds. A page that says that somebody is verified has its age sent
 * along, so that it ends a minute after its rendering; with any other it is as long again as we keep it.
 */
function sharedSeconds({ route }: PageToCache): number {
  return route.claimsVerification ? 60 : 30
}

/** The times at which something on a page is no longer true, in milliseconds. */
function listEnds(tags: Set<PageCacheTag>): number[] {
  return [...tags].flatMap((tag) => (tag.startsWith('until:') ? [Number(tag.slice(6))] : []))
}

function lifeOf({ route }: PageToCache): number {
  return route.claimsVerification ? lifeMs.verification : lifeMs.other
}

/** Allows the inline scripts of a page by what they hold, as nobody else's response has its nonce. */
function allowInline(policy: string, page: Buffer): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of page.toString().matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/ src=| type="application\//.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return policy.replace(inlineScriptHashesPlaceholder, [...hashes].join(' '))
}

function isText({ headers }: CachedPage): boolean {
  return /^(text\/|image\/svg\+xml)/.test(headers['content-type'] ?? '')
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
  )
}

/** The cookies that a page to be kept is rendered with. */
export async function cookieOfPageToCache({ appearance }: PageToCache): Promise<string | null> {
  if (appearance === 'system') return null
  const [pair = ''] = (await serializeAppearanceCookie(appearance, { remembered: false, secure: false })).split(';')
  return pair
}
