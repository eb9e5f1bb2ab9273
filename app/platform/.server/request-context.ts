import { createContext } from 'react-router'
import type { Actor } from './actor.ts'
import type { Platform } from './platform.ts'

/** What the host knows of a request before any route sees it. */
export interface RequestFacts {
  /** Random, in the logs and in the X-Request-Id header. */
  id: string
  /** Allows the inline scripts of this one answer. */
  nonce: string
  /** The visitor's address: the socket's, or what a trusted proxy says. */
  clientIp: string
  /** Origin people reach the product at, without a slash at the end. */
  publicUrl: string
}

export const platformContext = createContext<Platform>()
export const requestContext = createContext<RequestFacts>()

/** Errors that routes threw while a request was answered, for the host, which sees only the answer. */
export const errorsContext = createContext<unknown[]>()

/** Who makes a request; looked up when it is first asked for, so that a page for everyone costs a visitor nothing. */
export const actorContext = createContext<() => Promise<Actor | null>>()
