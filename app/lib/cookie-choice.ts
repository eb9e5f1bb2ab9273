import { cookieNames, readCookie } from './cookies.ts'

/** What is kept or loaded beyond the essential only where a visitor agreed to it. */
export const optionalUses = ['settings', 'others'] as const
export type OptionalUse = (typeof optionalUses)[number]

/** What a visitor agreed to. */
export type CookieConsent = Record<OptionalUse, boolean>

/** A visitor's choice. Nothing is agreed to before it is saved. */
export interface CookieChoice extends CookieConsent {
  saved: boolean
}

const none = 'none'
const year = 60 * 60 * 24 * 365

/** The choice in a Cookie header. What we did not write is no choice. */
export function readCookieChoice(cookieHeader: string | null): CookieChoice {
  const value = readCookie(cookieHeader, cookieNames.choice)
  const named = value === none ? [] : (value?.split('.') ?? [''])
  const saved = named.every((name) => optionalUses.some((use) => use === name))
  return { saved, settings: saved && named.includes('settings'), others: saved && named.includes('others') }
}

/** The `Set-Cookie` value that keeps a choice for a year; `secure` where the page came over https. */
export function setCookieChoice(consent: CookieConsent, secure: boolean): string {
  const value = optionalUses.filter((use) => consent[use]).join('.') || none
  return `${cookieNames.choice}=${value}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
