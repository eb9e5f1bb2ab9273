import { cookieNames, readCookie } from './cookies.ts'

/** Days a visitor's cart is kept after it was last changed, and the cookie that leads to it. */
export const cartDays = 30

/** The token of a visitor's cart, from a Cookie header; null for none. */
export function readCartToken(cookies: string | null): string | null {
  const token = readCookie(cookies, cookieNames.cart) ?? ''
  return /^[\w-]{1,64}$/.test(token) ? token : null
}

/** The `Set-Cookie` value that has a browser bring a token back. */
export function setCartToken(token: string, { secure }: { secure: boolean }): string {
  return `${cookieNames.cart}=${token}; Path=/; Max-Age=${cartDays * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
