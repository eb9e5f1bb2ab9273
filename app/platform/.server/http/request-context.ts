// What the host gives to loaders and actions with each request: read it by `context.get(...)`.

import { createContext } from 'react-router'
import type { PageCacheTag } from '#app/lib/page-cache.ts'
import type { ListingVisitKey } from '../observability/visits.ts'
import type { Platform } from '../platform.ts'
import type { Actor } from '../security/actor.ts'

/** What the HTTP host knows about a request before a route runs. */
export interface HttpRequestDetails {
  /** Random; appears in the logs and in the X-Request-Id header. */
  id: string
  /** Allows the inline scripts of this response; null for a page to be kept, whose scripts are allowed by what they hold. */
  nonce: string | null
  /** The visitor's IP address: the socket's, or as reported by a trusted proxy. */
  clientIp: string
  /** The site's public origin, without a trailing slash. */
  publicUrl: string
}

/** Of a page that is rendered to be kept for everybody: its cache tags, to which its loaders add. Null for other requests. */
export const pageCacheTagsContext = createContext<Set<PageCacheTag> | null>(null)

/** The visits to listings that the page is, to which its loaders add; the host counts them once the page is answered. */
export const listingVisitsContext = createContext<Set<ListingVisitKey> | null>(null)

export const platformContext = createContext<Platform>()

export const requestContext = createContext<HttpRequestDetails>()

/** Collects errors thrown by routes, for the host, which only sees the response. */
export const routeErrorsContext = createContext<unknown[]>()

/** What a route has done once its answer was sent whole. Nothing of it is done where the connection ends before that. */
export const afterResponseSentContext = createContext<(() => Promise<void>)[]>([])

/** The pattern of the route that answers, such as '/business/:slug', which the outermost route writes down for the host. */
export const matchedRouteContext = createContext<{ pattern: string }>({ pattern: '' })

/** Looks up the signed-in user when first called, so that public pages cost visitors no query. */
export const actorContext = createContext<() => Promise<Actor | null>>()
