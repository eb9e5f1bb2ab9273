import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { parseCookieChoice } from '../app/lib/cookies.server.ts'
import { cookieNames, hostCookiePrefix, parseCookieValue } from '../app/lib/cookies.ts'

interface CountedRequest {
  method?: string | undefined
  url?: string | undefined
  headers: NodeJS.Dict<string | string[]>
}

/**
 * Whether a page that is answered counts as a visit: a document that somebody asked for to look at. Not what a browser fetches in
 * advance, what a program asks for that says so, or what somebody asks who switched counting off.
 */
export async function isRequestCountedAsVisit({ method, url = '', headers }: CountedRequest): Promise<boolean> {
  if (method !== 'GET' || headers['sec-purpose'] !== undefined || isRobotUserAgent(String(headers['user-agent'] ?? '')))
    return false
  // React Router asks for data again after each change. What it shows without a document is counted in the browser (root.tsx).
  if (/\.data(?:\?|$)/.test(url)) return false
  const choice = parseCookieValue(String(headers.cookie ?? '').replaceAll(hostCookiePrefix, ''), cookieNames.choice)
  return choice === null || isAgreed(choice)
}

/** Whether the cookies with a choice that came of late allow counting: reading one takes as long as forty counts. */
const choices = new LRUCache<string, boolean>({ max: 100 })

async function isAgreed(choice: string): Promise<boolean> {
  const known = choices.get(choice) ?? (await parseCookieChoice(`${cookieNames.choice}=${choice}`)).analytics
  if (choice.length < 100) choices.set(choice, known)
  return known
}

/** Whether programs of these names say that they are one: finding that out takes as long as twenty counts. */
const robots = new LRUCache<string, boolean>({ max: 1_000 })

/** Whether a program says that it is one; without a name, or with an endless one, it counts as one, too. */
export function isRobotUserAgent(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > 500) return true
  const known = robots.get(userAgent) ?? isbot(userAgent)
  robots.set(userAgent, known)
  return known
}

/**
 * The `Server-Timing` of a page whose visits the first script counts: behind a content delivery network the server does not see most of
 * them.
 */
export const countedByScriptServerTiming = 'counted-by-script'
