import type { SigningSecret } from './secret.ts'

/**
 * Signs an id for a link that is mailed. The token is stored neither in the database nor in the queue, and works for as long as there is
 * something with this id.
 * @param purpose tells the links of one kind from those of others
 */
export function signLinkId(secret: SigningSecret, purpose: string, id: string): string {
  return `${id}.${secret.sign(`${purpose}:${id}`)}`
}

/** Reads the token of a link; returns the id, null for a token that is not ours or has another purpose. */
export function parseSignedLinkId(secret: SigningSecret, purpose: string, token: string): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  return secret.verifies(`${purpose}:${id}`, signature) ? id : null
}
