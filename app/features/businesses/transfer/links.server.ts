import { href } from 'react-router'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { parseSignedId, signId } from '#app/platform/.server/security/signed-id.ts'

const purpose = 'handover'

/** The path of the page of an invitation. */
export function transferPath(secret: Secret, id: string): string {
  return `${href('/handover')}?${new URLSearchParams({ token: signId(secret, purpose, id) })}`
}

/** The path of the same page for the member who is invited. It opens nothing to anybody else. */
export function ownTransferPath(id: string): string {
  return `${href('/handover')}?${new URLSearchParams({ id })}`
}

/** Reads the token of a link; returns the id of the invitation, null for a token that is not ours. */
export function parseTransferToken(secret: Secret, token: string): string | null {
  return parseSignedId(secret, purpose, token)
}
