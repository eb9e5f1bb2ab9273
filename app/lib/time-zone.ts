import { cookieNames, hostPrefix, readCookie } from './cookies.ts'

/** Whose clocks go by where a visitor's own are not known. */
export const homeTimeZone = 'Europe/London'

/** The time zone a script has noted in a Cookie header; home where there is none, or none that exists. */
export function readTimeZone(cookies: string | null): string {
  const value = readCookie(cookies, cookieNames.timeZone)
  if (value === null || value.length > 64) return homeTimeZone
  const zone = decode(value)
  return isTimeZone(zone) ? zone : homeTimeZone
}

/** What a script writes to note the browser's time zone, for as long as the browser is open. */
export function writeTimeZone(zone: string, { secure }: { secure: boolean }): string {
  const cookie = `${cookieNames.timeZone}=${encodeURIComponent(zone)}; Path=/; SameSite=Lax`
  return secure ? `${hostPrefix}${cookie}; Secure` : cookie
}

/** The hour of the day, 0 to 23, by the clocks of a time zone. */
export function hourIn(zone: string, moment: Date): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
  return Number(hour.format(moment))
}

function isTimeZone(zone: string): boolean {
  // A name, not an offset: browsers say where they are.
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
