import { href } from 'react-router'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { parseSignedId, signId } from '#app/platform/.server/security/signed-id.ts'

/** The address that stops the monthly email. */
export const stopEmailPath = href('/stop-email')

const purpose = 'stop monthly email'

/** Path of the page that stops the monthly email to a member, and does nothing else. */
export function signedStopPath(secret: Secret, userId: string): string {
  return `${stopEmailPath}?${new URLSearchParams({ token: signId(secret, purpose, userId) })}`
}

/** Reads the token of such a path; returns the member's id, null for a token that is not ours. */
export function parseStopToken(secret: Secret, token: string): string | null {
  return parseSignedId(secret, purpose, token)
}
