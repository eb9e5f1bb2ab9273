import { cookieNames, readCookie } from './cookies.ts'

export const appearances = ['light', 'dark', 'system'] as const
/** How the page looks: as chosen, or as the visitor's device wishes. */
export type Appearance = (typeof appearances)[number]

const year = 60 * 60 * 24 * 365

/** The choice in a Cookie header; 'system' where there is none. */
export function readAppearance(cookieHeader: string | null): Appearance {
  const value = readCookie(cookieHeader, cookieNames.appearance)
  return appearances.find((candidate) => candidate === value) ?? 'system'
}

/**
 * The `Set-Cookie` value that keeps a choice: for a year where the visitor agreed to have settings `remembered`, otherwise
 * for as long as the browser is open. 'system' needs no cookie, and makes an end of it.
 */
export function setAppearance(
  appearance: Appearance,
  { remembered, secure }: { remembered: boolean; secure: boolean },
): string {
  const value = appearance === 'system' ? '' : appearance
  const age = appearance === 'system' ? '; Max-Age=0' : remembered ? `; Max-Age=${year}` : ''
  return `${cookieNames.appearance}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
