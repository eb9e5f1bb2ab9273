import { cookieNames, hostCookiePrefix, parseCookieValue } from './cookies.ts'

/** The time zone used if a visitor's is unknown. */
export const defaultVisitorTimeZone = 'Europe/London'

/** Reads the time zone from a Cookie header; home if there is none or it does not exist. */
export function parseTimeZoneCookie(cookies: string | null): string {
  const value = parseCookieValue(cookies, cookieNames.timeZone)
  if (value === null || value.length > 64) return defaultVisitorTimeZone
  const zone = decode(value)
  return isTimeZone(zone) ? zone : defaultVisitorTimeZone
}

/** The cookie with the browser's time zone, which a script writes for the browser session. */
export function serializeTimeZoneCookie(zone: string, { secure }: { secure: boolean }): string {
  const cookie = `${cookieNames.timeZone}=${encodeURIComponent(zone)}; Path=/; SameSite=Lax`
  return secure ? `${hostCookiePrefix}${cookie}; Secure` : cookie
}

function hoursOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
}

/** Making one takes as long as a fiftieth of a page, and most visitors are at home. */
let hoursAtHome: Intl.DateTimeFormat | undefined

/** Returns the hour of the day, 0 to 23, in a time zone. */
export function hourInTimeZone(zone: string, moment: Date): number {
  if (zone === defaultVisitorTimeZone) hoursAtHome ??= hoursOf(zone)
  const hours = zone === defaultVisitorTimeZone && hoursAtHome ? hoursAtHome : hoursOf(zone)
  return Number(hours.format(moment))
}

/** Whether this names the time zone of a place, such as 'Europe/London'. */
export function isTimeZone(zone: string): boolean {
  // A name, not an offset.
  if (!/^[A-Za-z][\w+\-/]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
