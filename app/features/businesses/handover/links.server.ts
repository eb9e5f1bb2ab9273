import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'

/** The path of the page of an invitation. Its token is stored neither in the database nor in the queue. */
export function handoverPath(secret: string, id: string): string {
  return `${href('/handover')}?${new URLSearchParams({ token: `${id}.${sign(secret, id)}` })}`
}

/** Reads the token of a link; returns the id of the invitation, null for a token that is not ours. */
export function readHandoverToken(secret: string, token: string): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  return timingSafeEqual(Buffer.from(sign(secret, id)), Buffer.from(signature)) ? id : null
}

function sign(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`handover:${id}`).digest('base64url')
}
