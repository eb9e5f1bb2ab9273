import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'

/** The query of a sender's links. The token is stored neither in the database nor in the queue. */
function queryOf(secret: string, id: string): string {
  return new URLSearchParams({ token: `${id}.${sign(secret, id)}` }).toString()
}

/** Path of the page on which a sender confirms, sees and erases what they sent. */
export function sentPath(secret: string, id: string): string {
  return `${href('/enquiries/sent')}?${queryOf(secret, id)}`
}

/** Path of the copy of it as a file. */
export function sentFilePath(secret: string, id: string): string {
  return `${href('/enquiries/sent.json')}?${queryOf(secret, id)}`
}

/** Reads the token of a link; returns the id of the request, null for a token that is not ours. */
export function readSentToken(secret: string, token: string): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  return timingSafeEqual(Buffer.from(sign(secret, id)), Buffer.from(signature)) ? id : null
}

function sign(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`enquiry sent:${id}`).digest('base64url')
}

/** What stands for the sender of an enquiry where only reports of spam are counted: a keyed hash of their address. */
export function senderOf(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`enquiry sender:${email.toLowerCase()}`).digest('base64url')
}
