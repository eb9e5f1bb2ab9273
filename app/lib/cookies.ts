import { shortlistMarksCookieName, shortlistScriptRunsCookieName } from './saved-marks.ts'

/** The names of our cookies; `content/cookie-policy.md` says what each is for. */
export const cookieNames = {
  session: 'muster.session_token',
  secondFactor: 'muster.two_factor',
  device: 'muster.device',
  registration: 'muster.registration',
  flash: 'flash',
  pendingBusiness: 'held_step',
  pendingVerification: 'held_verification',
  cart: 'cart',
  shortlist: 'shortlist',
  marks: shortlistMarksCookieName,
  showsMarks: shortlistScriptRunsCookieName,
  timeZone: 'time_zone',
  choice: 'cookie-choice',
  uncounted: 'uncounted',
  appearance: 'appearance',
  queueOrder: 'queue-order',
  directoryMap: 'directory-map',
} as const
export type CookieName = (typeof cookieNames)[keyof typeof cookieNames]

/**
 * The prefix of cookie names on https, which binds a cookie to its host, path and scheme. The host adds and removes it
 * (`server/cookies.ts`).
 */
export const hostCookiePrefix = '__Host-'

/** Parses a Cookie header, in its order. */
export function parseCookieHeader(header: string | null): (readonly [name: string, value: string])[] {
  return (header?.split(';') ?? []).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
  })
}

/** The value of a cookie in a Cookie header; null for none. */
export function parseCookieValue(header: string | null, name: string): string | null {
  return parseCookieHeader(header).find(([key]) => key === name)?.[1] ?? null
}
