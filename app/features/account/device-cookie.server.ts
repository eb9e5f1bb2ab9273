import { randomBytes } from 'node:crypto'
import { cookieNames, parseCookieValue } from '#app/lib/cookies.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'

/** Returns the id of the browser if it has signed in to this account before. */
export function findKnownDeviceIdInCookie(secret: SigningSecret, headers: Headers, email: string): string | null {
  const value = parseCookieValue(headers.get('Cookie'), cookieNames.device)
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (!id || !signature) return null
  return secret.verifies(deviceText(id, email), signature) ? id : null
}

export function serializeKnownDeviceCookie(
  { secret, publicUrl }: Pick<Platform, 'secret' | 'publicUrl'>,
  email: string,
): string {
  const id = randomBytes(16).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const year = 365 * 24 * 3_600
  return `${cookieNames.device}=${id}.${secret.sign(deviceText(id, email))}; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function deviceText(id: string, email: string): string {
  return `device:${id}:${email}`
}
