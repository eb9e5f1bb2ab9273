import { createContext } from 'react-router'
import type { Actor } from './actor.ts'
import type { Platform } from './platform.ts'

/** What the HTTP host knows about a request before a route runs. */
export interface RequestFacts {
  /** Random; appears in the logs and in the X-Request-Id header. */
  id: string
  /** Allows the inline scripts of this response. */
  nonce: string
  /** The visitor's IP address: the socket's, or as reported by a trusted proxy. */
  clientIp: string
  /** The site's public origin, without a trailing slash. */
  publicUrl: string
}

export const platformContext = createContext<Platform>()
export const requestContext = createContext<RequestFacts>()

/** Collects errors thrown by routes, for the host, which only sees the response. */
export const errorsContext = createContext<unknown[]>()

/** Looks up the signed-in user when first called, so that public pages cost visitors no query. */
export const actorContext = createContext<() => Promise<Actor | null>>()
