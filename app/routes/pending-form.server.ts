import type { PendingFormKind } from '#app/features/account/pending-form-service.server.ts'
import { cookieNames, readCookie } from '#app/lib/cookies.ts'

const names: Record<PendingFormKind, string> = {
  business: cookieNames.heldBusiness,
  verification: cookieNames.heldVerification,
}
const week = 60 * 60 * 24 * 7

/** The token of what somebody filled in before they signed in, from a Cookie header; null for none. */
export function readPendingForm(kind: PendingFormKind, cookies: string | null): string | null {
  const token = readCookie(cookies, names[kind]) ?? ''
  return /^[\w-]{1,64}$/.test(token) ? token : null
}

/** The `Set-Cookie` value that has a browser bring a token back. */
export function setPendingForm(kind: PendingFormKind, token: string, { secure }: { secure: boolean }): string {
  return `${names[kind]}=${token}; Path=/; Max-Age=${week}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The `Set-Cookie` value that makes an end of it. */
export function clearPendingForm(kind: PendingFormKind): string {
  return `${names[kind]}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
}
