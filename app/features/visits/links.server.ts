import { href } from 'react-router'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseSignedLinkId, signLinkId } from '#app/platform/.server/security/signed-id.ts'

/** The address that stops the monthly email. */
export const stopMonthlyVisitsMailPath = href('/stop-email')

const purpose = 'stop monthly email'

/** Path of the page that stops the monthly email to a member, and does nothing else. */
export function signedStopMonthlyVisitsMailPath(secret: SigningSecret, userId: string): string {
  return `${stopMonthlyVisitsMailPath}?${new URLSearchParams({ token: signLinkId(secret, purpose, userId) })}`
}

/** Reads the token of such a path; returns the member's id, null for a token that is not ours. */
export function parseMonthlyVisitsMailStopToken(secret: SigningSecret, token: string): string | null {
  return parseSignedLinkId(secret, purpose, token)
}
