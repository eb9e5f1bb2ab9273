import { href } from 'react-router'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseSignedLinkId, signLinkId } from '#app/platform/.server/security/signed-id.ts'

const purpose = 'handover'

/** The path of the page of an invitation. */
export function signedOwnershipInvitationPath(secret: SigningSecret, id: string): string {
  return `${href('/handover')}?${new URLSearchParams({ token: signLinkId(secret, purpose, id) })}`
}

/** The path of the same page for the member who is invited. It opens nothing to anybody else. */
export function ownershipTransferPathForInvited(id: string): string {
  return `${href('/handover')}?${new URLSearchParams({ id })}`
}

/** Reads the token of a link; returns the id of the invitation, null for a token that is not ours. */
export function parseOwnershipTransferToken(secret: SigningSecret, token: string): string | null {
  return parseSignedLinkId(secret, purpose, token)
}
